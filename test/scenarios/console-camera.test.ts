import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, signIn, violationsOn } from '../harness/console-page.js'
import { type AddedCamera, startWorld, until, type World } from '../harness/index.js'
import { shownMark } from '../harness/player-page.js'

tellIfThereIsNone('console-camera.test.ts')

const hourMs = 3_600_000
/** Zones without summer time, so that hours of the day are the same on each; the one where midnight is far, so that no day ends meanwhile. */
const [zone, offsetMs] =
  new Date().getUTCHours() < 12 ? ['Asia/Kolkata', 5.5 * hourMs] : ['America/Phoenix', -7 * hourMs]

/** The first moment of yesterday at the site. */
function yesterday(): number {
  const today = Math.floor((Date.now() + offsetMs) / (24 * hourMs)) * 24 * hourMs - offsetMs
  return today - 24 * hourMs
}

/** When the clip that is looked for begins, ms of the day. */
const clipAt = (14 * 60 + 32) * 60_000

describe.skipIf(chromiumPath === undefined)('a camera in the console', () => {
  let world: World
  let chromium: Chromium
  let camera: AddedCamera
  let eventId: string
  let page: Page

  beforeAll(async () => {
    world = await startWorld({ cameras: [{ name: '<b>Gate</b>' }] })
    const site = await world.api.patch(`/api/v1/sites/${world.siteId}`, { timezone: zone })
    expect(site.status, JSON.stringify(site.body)).toBe(200)
    camera = await world.addCamera(await world.onlineAgent())
    eventId = await recordedAt(yesterday() + clipAt, 'A van backs up to the <i>gate</i>')
    await recordedAt(yesterday() + clipAt + 21 * 60_000, 'A person walks by')
    await fillYesterday()
    chromium = await startChromium(['--lang=en-GB'])
  })
  afterEach(() => chromium.forget())
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
  })

  /** A real clip, as if it had been recorded then. @returns its event */
  async function recordedAt(at: number, summary: string): Promise<string> {
    const { event_id: id } = await world.trigger(camera.id)
    await world.untilClip(String(id))
    await world.database.query(
      `update events set triggered_at = triggered_at + moved.by, clip_start_at = clip_start_at + moved.by,
         clip_end_at = clip_end_at + moved.by, summary = $3, tags = '{person}'
       from (select to_timestamp($2::float8 / 1000) - clip_start_at as by from events where id = $1) moved
       where id = $1`,
      [id, at, summary],
    )
    return String(id)
  }

  /** What else happened: clips that are not kept any more. */
  async function fillYesterday(): Promise<void> {
    await world.database.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at,
         clip_start_at, clip_end_at, clip_status, tags, duration_sec)
       select org_id, gen_random_uuid(), camera_id, site_id,
         (array['motion', 'line_crossing', 'audio'])[1 + n % 3], 'onvif', at.at, at.at, at.at + interval '40 seconds', 'expired',
         case when n % 4 = 0 then '{car}'::text[] else '{}'::text[] end, 40
       from events, generate_series(1, 60) n, lateral (select to_timestamp($2::float8 / 1000) + n * interval '13 minutes' as at) at
       where id = $1`,
      [eventId, yesterday()],
    )
    await world.database.query(
      `insert into camera_outages (org_id, camera_id, site_id, start_at, end_at)
       select org_id, camera_id, site_id, at.at, at.at + interval '25 minutes'
       from events, lateral (select to_timestamp($2::float8 / 1000) + interval '15 hours' as at) at where id = $1`,
      [eventId, yesterday()],
    )
  }

  async function enter(path: string, who = world.owner): Promise<void> {
    page = await chromium.open(world.cloud.url + path)
    await signIn(page, who)
  }

  const strip = () => page.getByRole('slider', { name: 'Timeline' })
  const moment = async () =>
    Date.parse((await page.locator('[data-moment]').getAttribute('data-moment')) ?? '')
  const secondOfClip = async () =>
    Number(
      await page.evaluate(
        `document.querySelector('sightline-player').shadowRoot.querySelector('video')?.currentTime ?? -1`,
      ),
    )
  const playsFrom = (second: number) => expect.poll(secondOfClip).toBeGreaterThanOrEqual(second)
  /** Plays from there, and is stopped at once: it would go on while the test looks. */
  const standsFrom = (second: number) =>
    expect
      .poll(() =>
        page.evaluate(`(() => {
          const player = document.querySelector('sightline-player')
          const at = player.shadowRoot.querySelector('video')?.currentTime ?? -1
          if (at >= ${second}) player.stop()
          return at
        })()`),
      )
      .toBeGreaterThanOrEqual(second)

  /** Presses Tab until what has this name has the focus. */
  async function tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab')
      const label = await page.evaluate(
        `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent`,
      )
      if (label === name) return
    }
    throw new Error(`nothing called ${name} was reached by keys`)
  }

  it('the list of cameras is found through by words and state, and leads to a live picture', async () => {
    await enter('/cameras')
    await page.locator(`[data-camera="${camera.id}"]`, { hasText: '<b>Gate</b>' }).waitFor()
    await page.getByLabel('Name of a camera or a site').fill('no such')
    await page.getByText('No camera is like that.').waitFor()
    await page.getByRole('button', { name: 'Every camera' }).click()
    await page.getByLabel('State').selectOption('online')
    await page.getByRole('button', { name: 'As pictures' }).click()
    await page.locator(`[data-camera="${camera.id}"] img`).waitFor()
    await page.locator(`[data-camera="${camera.id}"]`).click()
    await page.getByRole('heading', { name: '<b>Gate</b>', level: 1 }).waitFor()
    await expect.poll(() => shownMark(page)).not.toBeNull()
    expect(await page.locator('[data-moment]').count()).toBe(0)
    await page.getByRole('button', { name: 'Take a picture now' }).click()
    const picture = page.getByRole('dialog', { name: 'Picture of <b>Gate</b>' })
    await picture.getByRole('img', { name: 'Picture of <b>Gate</b>' }).waitFor()
    await picture.getByText(/· \d+ × \d+$/).waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      picture.getByRole('button', { name: 'Save the picture' }).click(),
    ])
    // The start of a JPEG.
    expect((await readFile(await saved.path())).subarray(0, 2).toString('hex')).toBe('ffd8')
  })

  it('any minute of yesterday is two presses away; where nothing was recorded it goes on and says by how much', async () => {
    await enter(`/cameras/${camera.id}`)
    await page.getByRole('button', { name: 'Day before' }).click()
    await page.locator('[data-event]').first().waitFor()
    const overview = await page.locator('[data-overview]').boundingBox()
    if (!overview) throw new Error('no overview')
    const share = (clipAt - 4 * 60_000) / (24 * hourMs)
    await page.mouse.click(overview.x + overview.width * share, overview.y + 12)
    // It is said for some seconds, from before the clip has come.
    await page.getByText(/min( \d+\s?s)? later/).waitFor()
    await playsFrom(0.2)
    expect(await moment()).toBeGreaterThanOrEqual(yesterday() + clipAt)
    expect(await moment()).toBeLessThan(yesterday() + clipAt + 60_000)
    const { searchParams } = new URL(page.url())
    expect(
      Math.abs(Date.parse(searchParams.get('at') ?? '') - (yesterday() + clipAt - 4 * 60_000)),
    ).toBeLessThan(90_000)
    await page.getByRole('button', { name: 'Back to live' }).click()
    await expect.poll(() => page.locator('[data-moment]').count()).toBe(0)
    expect(new URL(page.url()).searchParams.has('at')).toBe(false)
  })

  it('by keys alone: yesterday, a time, the sought second, from event to event, and back to live', async () => {
    await enter(`/cameras/${camera.id}`)
    await page.getByRole('heading', { name: '<b>Gate</b>', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Day before' }).waitFor()
    await tabTo('Day before')
    await page.keyboard.press('Enter')
    await page.locator('[data-event]').first().waitFor()
    await tabTo('Go to a time of this day')
    await page.keyboard.type('143203')
    await page.keyboard.press('Enter')
    await standsFrom(3)
    expect(await secondOfClip()).toBeLessThan(6)
    await tabTo('Timeline')
    expect(await strip().getAttribute('aria-valuetext')).toMatch(/^14:32:0\d, Person, /)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => strip().getAttribute('aria-valuetext')).not.toMatch(/^14:3[2]/)
    const there = await moment()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(moment).toBeLessThan(there)
    await page.keyboard.press('l')
    await expect.poll(() => page.locator('[data-moment]').count()).toBe(0)
  })

  it('an address shows the second of its clip; what follows in the clip is a press on the strip away', async () => {
    await enter(`/cameras/${camera.id}?at=${new Date(yesterday() + clipAt + 2000).toISOString()}&span=10min`)
    await standsFrom(2)
    expect(await page.locator('[aria-current=true][data-event]').getAttribute('data-event')).toBe(eventId)
    await page.getByText('A van backs up to the <i>gate</i>').waitFor()
    await keepScreen(page, 'camera-recorded')
  })

  it('the pointer over the strip shows the picture of the event, then those of its clip', async () => {
    await enter(`/cameras/${camera.id}?at=${new Date(yesterday() + clipAt + 1000).toISOString()}&span=10min`)
    await standsFrom(1)
    const box = await strip().boundingBox()
    if (!box) throw new Error('no strip')
    // The moment of the address stands in the middle; a second is some two pixels.
    await page.mouse.move(box.x + box.width / 2, box.y + 34)
    await page.locator('[data-peek]').waitFor()
    const frame = () => page.locator('[data-frame]').getAttribute('data-frame')
    const first = await frame()
    await page.mouse.move(box.x + box.width / 2 + 6, box.y + 34)
    await expect.poll(frame).not.toBe(first)
    await keepScreen(page, 'camera-peek')
    await page.mouse.move(box.x + 40, box.y + box.height - 4)
    await expect
      .poll(() => page.locator('[data-peek]').textContent())
      .toMatch(/Nothing moved|Clip not kept any more/)
    await page.mouse.move(box.x + 40, box.y - 200)
    await expect.poll(() => page.locator('[data-peek]').count()).toBe(0)
  })

  it('the end of a clip leads to the next one', async () => {
    await enter(`/cameras/${camera.id}?at=${new Date(yesterday() + clipAt + 3000).toISOString()}`)
    await playsFrom(3)
    await page.locator('sightline-player').evaluate((player) => Reflect.get(player, 'speed').call(player, 8))
    await page.getByText(/2[01].*min.* later/).waitFor()
    await expect.poll(moment).toBeGreaterThanOrEqual(yesterday() + clipAt + 21 * 60_000)
  })

  it('how the camera fares is said in words', async () => {
    await enter(`/cameras/${camera.id}`)
    await page
      .getByRole('navigation', { name: 'Of this camera' })
      .getByRole('link', { name: 'Health' })
      .click()
    await page.waitForURL('**/health*')
    await page.getByText('The camera works.').waitFor()
    await page
      .getByText(/H\.26[45]/)
      .first()
      .waitFor()
    await keepScreen(page, 'camera-health')
    await page.reload()
    await page.getByText('The camera works.').waitFor()
  })

  it.each(looks)('axe finds nothing at $width px in $theme', async (look) => {
    await enter(`/cameras/${camera.id}?at=${new Date(yesterday() + clipAt + 1000).toISOString()}`)
    await lookAt(page, look)
    await playsFrom(1)
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `camera-${look.width}-${look.theme}`)
    await page.goto(`${world.cloud.url}/cameras/${camera.id}/health`)
    await page.getByText('The camera works.').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `camera-health-${look.width}-${look.theme}`)
  })

  it('what cannot be read is said, and asked for again by a press', async () => {
    await enter('/cameras')
    await page.locator('[data-camera]').first().waitFor()
    await page.route('**/api/v1/cameras/*/timeline*', (route) =>
      route.fulfill({ status: 400, json: refusal }),
    )
    await page.locator('[data-camera]').first().click()
    await page.getByText('What happened could not be read.').waitFor()
    await page.unroute('**/api/v1/cameras/*/timeline*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByText('What happened could not be read.').count()).toBe(0)
  })

  it('a camera that is none is said in one sentence', async () => {
    await enter('/cameras/019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d')
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
  })

  it('a viewer of another site is told nothing of a camera, not even that it is there', async () => {
    const { org_id: org } = (await world.api.get('/api/v1/auth/me')).body
    const viewer = { email: 'vera@example.com', password: 'Correct-Horse-7' }
    const site = await world.api.post('/api/v1/sites', { name: 'Elsewhere', timezone: zone })
    const person = { email: viewer.email, display_name: 'Vera', role: 'viewer', site_ids: [site.body.id] }
    const made = await world.api.post('/api/v1/users', person)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const told = await world.cloud.operate('user', 'invite-link', '--org', org, '--email', viewer.email)
    const token = new URL(String(JSON.parse(told).link)).searchParams.get('token')
    await world.api.post('/api/v1/auth/reset-password', { token, new_password: viewer.password })
    await enter(`/cameras/${camera.id}`, viewer)
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
    expect(await page.getByText('Gate').count()).toBe(0)
    expect(await page.locator('sightline-player').count()).toBe(0)
  })

  it('a camera without a picture says why, and what to do; its history is there', async () => {
    await world.api.patch(`/api/v1/cameras/${camera.id}`, { enabled: false })
    await enter(`/cameras/${camera.id}`)
    await page.getByText('The camera is switched off.').waitFor()
    await keepScreen(page, 'camera-off')
    await page.getByRole('button', { name: 'Day before' }).click()
    await page.locator(`[data-event="${eventId}"]`).waitFor()
  })

  it('of a deleted camera what it recorded is there, and nothing live', async () => {
    await world.api.delete(`/api/v1/cameras/${camera.id}`)
    await until(
      'the camera is gone',
      async () => (await world.api.get(`/api/v1/cameras/${camera.id}`)).status === 404,
    )
    await enter(`/cameras/${camera.id}?at=${new Date(yesterday() + clipAt).toISOString()}`)
    await page.getByText('This camera was deleted.').waitFor()
    await playsFrom(0.2)
    expect(await page.getByRole('button', { name: 'Back to live' }).count()).toBe(0)
  })

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})

/** What the service answers to a question that it cannot read. */
const refusal = { error: { code: 'validation_error', message: 'from: give a time', details: [] } }
