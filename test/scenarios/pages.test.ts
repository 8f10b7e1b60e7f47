import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { noteComplaints } from '../harness/chromium.js'
import { startWorld, until, type World } from '../harness/index.js'

const browserPath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (file) => file !== undefined && existsSync(file),
)
if (browserPath === undefined)
  process.stderr.write('pages.test.ts: SKIPPED, for there is no Chromium here (apt-get install chromium).\n')

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

describe.skipIf(browserPath === undefined)('in a real browser', () => {
  let world: World
  let browser: BrowserContext
  let profile: string
  let eventId: string
  const complaints: string[] = []

  beforeAll(async () => {
    world = await startWorld({ cameras: [{ name: 'Front door' }] })
    profile = await mkdtemp(path.join(os.tmpdir(), 'chromium-'))
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: browserPath ?? '',
      args: browserArguments,
    })
    const camera = await world.addCamera(await world.onlineAgent())
    const answer = await world.api.post(`/api/v1/cameras/${camera.id}/trigger`, { duration_sec: 5 })
    eventId = String(answer.body.event_id)
    await world.untilClip(eventId)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
    if (profile) await rm(profile, { recursive: true, force: true })
  })

  /** A page that remembers what its browser complained of: refused scripts, styles, media, broken code. */
  async function open(address: string): Promise<Page> {
    const page = await browser.newPage()
    noteComplaints(page, address, complaints)
    await page.goto(address)
    return page
  }

  const share = async (body: object): Promise<{ id: string; url: string }> => {
    const answer = await world.api.post(`/api/v1/events/${eventId}/shares`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return { id: String(answer.body.id), url: String(answer.body.url) }
  }

  /** The video of the page can be played, and moves. */
  async function expectItPlays(page: Page): Promise<void> {
    await page.getByRole('heading', { name: 'Front door' }).waitFor()
    await page.locator('video').waitFor()
    // Evaluated in the page, whose types a program of Node does not know. The player keeps its video to itself.
    const video =
      "(document.querySelector('sightline-player')?.shadowRoot ?? document).querySelector('video')"
    await page.evaluate(`${video}.muted = true; ${video}.play()`)
    await until('the clip plays', async () =>
      z.boolean().parse(await page.evaluate(`${video}.currentTime > 0.5`)),
    )
  }

  it('a shared event plays, after its password, until the share is revoked', async () => {
    const { id, url } = await share({ password: 'Pass wörd 1' })
    const page = await open(url)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('This is not the password.').waitFor()
    await page.getByLabel('Password').fill('Pass wörd 1')
    await page.getByRole('button', { name: 'Show' }).click()
    await expectItPlays(page)
    await world.api.delete(`/api/v1/events/${eventId}/shares/${id}`)
    await page.reload()
    await page.getByText('This share has ended.').waitFor()
  })

  it('the link of an alert asks for a sign-in, shows the event, and remembers the visitor until they sign out', async () => {
    const address = `${world.cloud.url}/events/${eventId}`
    const page = await open(address)
    await page.getByLabel('E-mail').fill(world.owner.email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('not right').waitFor()
    await page.getByLabel('Password').fill(world.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectItPlays(page)
    await page.getByText('No AI provider is set').waitFor()
    // What a model says is text, whatever it says.
    const narrative = `<img src="x" onerror="document.title='taken over'">`
    await world.database.query('update events set narrative = $2 where id = $1', [eventId, narrative])
    await page.reload()
    await page.getByText(narrative).waitFor()
    expect(await page.title()).toMatch(/ · Sightline$/)
    await expectItPlays(page)
    await page.getByRole('button', { name: 'and what is yours' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail').waitFor()
  })

  it('an invitation sets a password once, and its token does not stay in the address bar', async () => {
    const email = 'viewer@example.com'
    const made = await world.api.post('/api/v1/users', {
      email,
      display_name: 'Vera',
      role: 'viewer',
      site_ids: [world.siteId],
    })
    expect(made.body.invitation_sent, JSON.stringify(made.body)).toBe(false)
    const me = await world.api.get('/api/v1/auth/me')
    const told = await world.cloud.operate('user', 'invite-link', '--org', me.body.org_id, '--email', email)
    const link = String(JSON.parse(told).link)
    const page = await open(link)
    expect(page.url()).not.toContain('token')
    await page.getByLabel('New password').fill('Correct-Horse-7')
    await page.getByLabel('The same again').fill('Correct-Horse-8')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('The two passwords differ.').waitFor()
    await page.getByLabel('The same again').fill('Correct-Horse-7')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is set.').waitFor()
    const login = await world.api.post('/api/v1/auth/login', { email, password: 'Correct-Horse-7' })
    expect(login.status).toBe(200)
    const again = await open(link)
    await again.getByLabel('New password').fill('Correct-Horse-9')
    await again.getByLabel('The same again').fill('Correct-Horse-9')
    await again.getByRole('button', { name: 'Set password' }).click()
    await again.getByText('This link is not valid any more').waitFor()
  })

  it('the reference of the API lets a reader try a call', async () => {
    const login = await world.api.post('/api/v1/auth/login', world.owner)
    const page = await open(`${world.cloud.url}/docs#tag/sites/GET/api/v1/sites`)
    await page.getByRole('button', { name: /Test Request.*get \/api\/v1\/sites\)/i }).click()
    await page.getByPlaceholder('Token').first().fill(String(login.body.access_token))
    await page
      .locator('button', { hasText: /Send get request/i })
      .first()
      .click()
    await page.getByText('200 OK').waitFor()
  })

  it('no page broke a rule of its own', () => {
    expect(complaints).toEqual([])
  })
})
