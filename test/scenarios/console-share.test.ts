import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type Chromium,
  chromiumPath,
  noteComplaints,
  startChromium,
  tellIfThereIsNone,
} from '../harness/chromium.js'
import { keepScreen, lookAt, looks, signIn, violationsOn } from '../harness/console-page.js'
import { startWorld, until, type World } from '../harness/index.js'

tellIfThereIsNone('console-share.test.ts')

const password = 'Pass wörd 1'

describe.skipIf(chromiumPath === undefined)('sharing an event', () => {
  let world: World
  let chromium: Chromium
  let page: Page
  let eventId: string
  /** Somebody with another browser, who has no account. */
  let stranger: BrowserContext

  beforeAll(async () => {
    world = await startWorld({ cameras: [{ name: '<b>Gate</b>' }] })
    const camera = await world.addCamera(await world.onlineAgent())
    eventId = (await world.trigger(camera.id)).event_id
    await world.untilClip(eventId)
    chromium = await startChromium(['--lang=en-GB'])
  })
  afterEach(async () => {
    await stranger?.close()
    await chromium.forget()
  })
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  async function enter(): Promise<void> {
    page = await chromium.open(`${world.cloud.url}/events/${eventId}`)
    await signIn(page, world.owner)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  /** Opens a link as somebody else would. */
  async function openAsStranger(link: string): Promise<Page> {
    stranger = (await chromium.context.browser()?.newContext()) ?? stranger
    const opened = await stranger.newPage()
    noteComplaints(opened, link, chromium.complaints)
    await opened.goto(link)
    return opened
  }

  const dialog = () => page.getByRole('dialog', { name: 'Share this event' })
  const newLink = () =>
    dialog()
      .getByRole('textbox', { name: /The link/ })
      .inputValue()

  async function share(body: object): Promise<{ id: string; url: string }> {
    const { status, body: made } = await world.api.post(`/api/v1/events/${eventId}/shares`, body)
    expect(status, JSON.stringify(made)).toBe(201)
    return { id: String(made.id), url: String(made.url) }
  }

  it('by pointer: a link with a password, who opened it, and taken back', async () => {
    await enter()
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog().getByText('Nobody has a link to this event.').waitFor()
    await dialog().getByLabel('The link is good for').selectOption({ label: '1 day' })
    await dialog().getByLabel('Password, if you want one').fill('short')
    await dialog().getByRole('button', { name: 'Make a link' }).click()
    await dialog().getByText('A password has at least 8 characters.').waitFor()
    await dialog().getByLabel('Password, if you want one').fill(password)
    await dialog().getByRole('button', { name: 'Make a link' }).click()
    await dialog().getByText('It is shown this once.').waitFor()
    await keepScreen(page, 'share-dialog')
    const seen = await openAsStranger(await newLink())
    await seen.getByLabel('Password').fill('wrong')
    await seen.getByRole('button', { name: 'Show' }).click()
    await seen.getByText('This is not the password.').waitFor()
    await seen.getByLabel('Password').fill(password)
    await seen.getByRole('button', { name: 'Show' }).click()
    await seen.getByText('<b>Gate</b>').first().waitFor()
    await until('the clip plays', async () => {
      await seen.evaluate(
        `{ const video = document.querySelector('video'); video.muted = true; video.play().catch(() => {}) }`,
      )
      return Boolean(await seen.evaluate(`document.querySelector('video').currentTime > 0.3`))
    })
    await page.reload()
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog().getByText('Opened once').waitFor()
    await dialog().getByRole('button', { name: 'Who opened it' }).click()
    await dialog().getByText('gave a wrong password').waitFor()
    await dialog().getByText('looked at it').waitFor()
    await dialog().getByRole('button', { name: 'Take back' }).click()
    await dialog().getByText('Taken back').waitFor()
    await seen.reload()
    await seen.getByText('This share has ended.').waitFor()
    expect(await seen.getByText('Gate').count()).toBe(0)
  })

  it('by keyboard alone: S, a link, copied, and Escape gives the page its keys back', async () => {
    await enter()
    await chromium.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share' }).focus()
    await page.keyboard.press('s')
    await dialog().getByLabel('The link is good for').waitFor()
    // A key of the page does nothing while the dialog is open.
    await page.keyboard.press('x')
    await dialog().getByLabel('Password, if you want one').focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('It is shown this once.').waitFor()
    const link = await newLink()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog().getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Share')
    expect((await world.api.get(`/api/v1/events/${eventId}`)).body.starred).toBe(false)
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Take the star away' }).waitFor()
    const seen = await openAsStranger(link)
    await seen.getByRole('link', { name: /^Download, / }).waitFor()
    await seen.getByText(/^until /).waitFor()
  })

  it('a link that is locked, over, taken back, of a deleted event or of none says one sentence and nothing of the event', async () => {
    const locked = await share({ password })
    for (let tries = 0; tries < 5; tries += 1)
      await world.api.post(`/api/v1/shared/${locked.url.split('/').at(-1)}`, { password: 'wrong' })
    const over = await share({})
    await world.database.query(
      `update event_shares set expires_at = now() - interval '1 minute' where id = $1`,
      [over.id],
    )
    const revoked = await share({})
    await world.api.delete(`/api/v1/events/${eventId}/shares/${revoked.id}`)
    const none = { url: `${world.cloud.url}/shared/${'x'.repeat(43)}` }
    const ended = 'This share has ended. Ask whoever sent it for a new one.'
    for (const [{ url }, sentence] of [
      [locked, 'Too many wrong passwords. Try again in a quarter of an hour.'],
      [over, ended],
      [revoked, ended],
      [none, 'There is no such share. Look whether the link is whole.'],
    ] as const) {
      const seen = await openAsStranger(url)
      await seen.getByText(sentence).waitFor()
      expect(await seen.getByText('Gate').count()).toBe(0)
      expect(await seen.locator('video, img').count()).toBe(0)
      await stranger.close()
    }
  })

  it('the page of a link takes at most 30 kB and nothing from elsewhere', async () => {
    const { url } = await share({})
    const bodies: Promise<Buffer>[] = []
    stranger = (await chromium.context.browser()?.newContext()) ?? stranger
    const seen = await stranger.newPage()
    const hosts = new Set<string>()
    seen.on('response', (response) => {
      hosts.add(new URL(response.url()).origin)
      if (/\/(pages|shared)\//.test(new URL(response.url()).pathname) && !response.url().includes('/api/'))
        bodies.push(response.body())
    })
    await seen.goto(url)
    await seen.getByRole('link', { name: /^Download/ }).waitFor()
    await expect.poll(() => bodies.length).toBeGreaterThanOrEqual(6)
    const sizes = (await Promise.all(bodies)).map((body) => body.length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30_000)
    expect([...hosts]).toEqual([new URL(world.cloud.url).origin])
  })

  it.each(looks)(
    'axe finds nothing on the dialog, the shared page and the page for a password at $width px in $theme',
    async (look) => {
      const { url } = await share({})
      await enter()
      await lookAt(page, look)
      await page.getByRole('button', { name: 'Share' }).click()
      await dialog().getByText('Never opened').first().waitFor()
      expect(await violationsOn(page)).toEqual([])
      await keepScreen(page, `share-${look.width}-${look.theme}`)
      const seen = await openAsStranger(url)
      await lookAt(seen, look)
      await seen.getByRole('heading', { level: 1 }).waitFor()
      expect(await violationsOn(seen)).toEqual([])
      await keepScreen(seen, `shared-${look.width}-${look.theme}`)
      await seen.goto(`${world.cloud.url}/reset?token=x`)
      await seen.getByLabel('New password').waitFor()
      expect(await violationsOn(seen)).toEqual([])
      await keepScreen(seen, `reset-${look.width}-${look.theme}`)
    },
  )

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})
