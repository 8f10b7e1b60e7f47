import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, pressTryAgain, signIn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'
import { type AddedCamera, until, type World } from '../harness/index.js'
import { shownMark } from '../harness/player-page.js'
import type { Prepare } from '../harness/signed-in.js'

tellIfThereIsNone('console-bad-input.test.ts')

/** The most that the service takes: it counts as JavaScript does. */
const emoji = '🦉'.repeat(50)
const markup = '<script>window.ran = 1</script><img src=x onerror="window.ran = 1">'

/** Where the site stands: where no day ends while the tests run, for what is of today is to be of today at their end. */
const [zone, offset] =
  Math.abs(new Date().getUTCHours() - 11.5) < 2
    ? (['Asia/Tokyo', /GMT\+9/] as const)
    : (['Pacific/Auckland', /GMT\+1[23]/] as const)

/** The clock of a machine whose battery is empty, or that somebody set wrong. */
const dayAhead = `
  const now = Date.now.bind(Date)
  const shiftMs = 86_400_000
  window.Date = class extends Date {
    constructor(...given) {
      if (given.length === 0) super(now() + shiftMs)
      else super(...given)
    }
    static now() {
      return now() + shiftMs
    }
  }
`

describe.skipIf(chromiumPath === undefined)('the console, where things are as they should not be', () => {
  let stand: ConsoleStand
  let world: World
  let camera: AddedCamera
  let page: Page
  let eventId: string

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: 'Gate' }] })
    const [first] = stand.cameras
    if (!first) throw new Error('the camera is missing')
    ;[world, camera] = [stand.world, first]
    await stand.addRule(markup)
    const site = await world.api.patch(`/api/v1/sites/${world.siteId}`, { timezone: zone })
    expect(site.status, JSON.stringify(site.body)).toBe(200)
    eventId = await stand.trigger()
    await world.untilClip(eventId)
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  /** Opens a page after `prepare`. */
  async function enter(path: string, prepare?: Prepare): Promise<void> {
    page = await stand.enter(path, world.owner, prepare)
  }

  /** Ends every session of the owner but the test's own. */
  async function endSessions(): Promise<void> {
    const me = (await world.api.get('/api/v1/auth/me')).body
    const { data } = (await world.api.get(`/api/v1/users/${me.id}/sessions`)).body
    for (const { id, current } of data as { id: string; current: boolean }[])
      if (!current) await world.api.delete(`/api/v1/users/${me.id}/sessions/${id}`)
  }

  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const isWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth')
  const rename = async (name: string) => {
    const { status, body } = await world.api.patch(`/api/v1/cameras/${camera.id}`, { name })
    expect(status, JSON.stringify(body)).toBe(200)
  }

  /** A name where a person sees it, and not among the choices of a list that is closed. */
  const shown = (name: string) =>
    page.locator(':not(option)', { hasText: name }).locator('visible=true').last()

  it.each([
    ['all emoji', emoji],
    ['markup', markup],
  ])('a camera whose name is %s is called so everywhere, and breaks nothing', async (what, name) => {
    await rename(name)
    try {
      await enter('/live')
      await shown(name).waitFor()
      for (const path of ['/live', '/events', `/events/${eventId}`, '/alerts'])
        for (const look of looks) {
          await page.goto(world.cloud.url + path)
          await lookAt(page, look)
          await shown(name).waitFor()
          await expect.poll(isWide, { message: `${path} at ${look.width} px` }).toBe(false)
          await keepScreen(page, `name-of-${what.replaceAll(' ', '-')}-${path.split('/')[1]}-${look.width}`)
        }
      expect(await page.evaluate('window.ran')).toBeUndefined()
      expect(await page.title()).not.toContain('undefined')
    } finally {
      await rename('Gate')
    }
  })

  it('a clock that is a day ahead ends no session, and a time of today is one of today', async () => {
    const refreshes: string[] = []
    await enter('/events', async (fresh) => {
      await fresh.addInitScript(dayAhead)
      fresh.on('request', (request) => {
        if (request.url().endsWith('/auth/refresh')) refreshes.push(request.url())
      })
    })
    const time = page.locator(`[data-row="${eventId}"] time`).locator('visible=true')
    // With seconds and without a day: that is how today is said. The zone of the site comes with the sites.
    await expect.poll(() => time.textContent()).toMatch(/^\d\d:\d\d:\d\d$/)
    await page.reload()
    await expect.poll(() => time.textContent()).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(refreshes.length).toBeLessThan(6)
  })

  it('times are those of the site, wherever the browser is', async () => {
    const { body } = await world.api.get(`/api/v1/events/${eventId}`)
    const atSite = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      timeStyle: 'medium',
    }).format(new Date(body.triggered_at))
    await enter('/events', async (fresh) => {
      const session = await stand.chromium.context.newCDPSession(fresh)
      await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' })
    })
    const time = page.locator(`[data-row="${eventId}"] time`).locator('visible=true')
    await time.waitFor()
    expect(await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe(
      'America/Los_Angeles',
    )
    // The zone of the site comes with the sites.
    await expect.poll(() => time.textContent()).toContain(atSite.slice(0, 5))
    await expect.poll(() => time.getAttribute('title')).toMatch(offset)
  })

  it('a session that is ended elsewhere ends in every tab at once, and the address is there again afterwards', async () => {
    await enter('/events')
    await page.locator(`[data-row="${eventId}"]`).waitFor()
    const first = page
    await enter('/alerts')
    await heading('Alerts').waitFor()
    await endSessions()
    for (const tab of [first, page]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
    await first.getByText('You were signed out. Sign in to go on where you were.').waitFor()
    await signIn(first, world.owner)
    await first.locator(`[data-row="${eventId}"]`).waitFor()
    await heading('Alerts').waitFor()
  })

  it('a service that wants to be left alone for a moment is, and then answers', async () => {
    const asked = new Map<string, number[]>()
    await enter('/alerts', async (fresh) => {
      await fresh.route('**/api/v1/alerts?**', async (route) => {
        const times = asked.get(route.request().url()) ?? []
        asked.set(route.request().url(), [...times, Date.now()])
        if (times.length >= 2) return route.continue()
        const error = { code: 'RATE_LIMITED', message: 'too many requests', details: [] }
        return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { error } })
      })
    })
    await page.getByRole('list', { name: 'New alerts, newest first' }).locator('li').first().waitFor()
    // Each list waits for what was asked of it.
    for (const times of asked.values())
      for (const [index, at] of times.slice(1, 3).entries())
        expect(at - (times[index] ?? 0)).toBeGreaterThan(1_900)
  })

  it('one that goes on refusing is said to, and asked again by itself until it answers', async () => {
    await enter('/alerts', async (fresh) => {
      await fresh.route('**/api/v1/alerts?**', (route) => {
        const error = { code: 'RATE_LIMITED', message: 'too many requests', details: [] }
        return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error } })
      })
    })
    await page.getByText(/^Too many requests, again in \d/).waitFor()
    expect(await page.getByText(/^No connection/).count()).toBe(0)
    await page.unroute('**/api/v1/alerts?**')
    await page.getByRole('list', { name: 'New alerts, newest first' }).waitFor()
  })

  /** What loads the new release comes after the page. A tab that is left open has it. */
  const canLoadRelease = (tab: Page): Promise<void> =>
    until('the tab can load another release', () =>
      tab.evaluate(
        "performance.getEntriesByType('resource').some(({ name }) => /assets.release-/.test(name))",
      ),
    )

  /**
   * From now on the service has another release: scripts that the page has not loaded are gone until it is loaded anew.
   * @returns how often it was
   */
  async function upgrade(tab: Page): Promise<() => number> {
    await canLoadRelease(tab)
    let loads = 0
    await tab.route('**/assets/**', (route) =>
      loads === 0 ? route.fulfill({ status: 404, json: { error: { code: 'not_found' } } }) : route.continue(),
    )
    await tab.route(`${world.cloud.url}/`, async (route) => {
      const answer = await route.fetch().catch(() => null)
      // The tab is gone, and does not wait for it.
      if (!answer) return
      const body = (await answer.text()).replace(/assets\/index-[^.]+\.js/, 'assets/index-newer.js')
      return route.fulfill({ response: answer, body })
    })
    tab.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    return () => loads
  }

  it('a tab left open over an upgrade is loaded anew once, when somebody goes on or has to sign in', async () => {
    await enter('/alerts')
    await heading('Alerts').waitFor()
    const loads = await upgrade(page)
    await page.getByRole('link', { name: 'Events' }).first().click()
    await page.locator(`[data-row="${eventId}"]`).waitFor()
    expect([loads(), new URL(page.url()).pathname]).toEqual([1, '/events'])
    // Nodes of two releases that answer in turn make no loop of it.
    await page.getByRole('link', { name: 'Rules' }).first().click()
    await heading('Rules').waitFor()
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    await page.getByRole('link', { name: 'Alerts' }).first().click()
    await heading('Alerts').waitFor()
    expect(loads()).toBe(1)

    // It is signed out as well, and has the form already: by way of the browser's memory the other one would too.
    await page.close()
    const left = await stand.enter('/alerts')
    await left.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    // Who signed in on this very page has the script of the form, and is asked by it without the new release.
    await left.reload()
    await left.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    const loadsOfIt = await upgrade(left)
    await endSessions()
    await left.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(loadsOfIt).toBe(1)
  })

  it('what is typed there outlasts the upgrade, until somebody leaves the page', async () => {
    await enter('/settings/organisation')
    const name = page.getByRole('region', { name: 'Name and time' }).getByLabel('Name', { exact: true })
    await name.fill('Half a name')
    const loads = await upgrade(page)
    await heading('Organisation').click()
    await page.keyboard.press('?')
    await page.getByText('It could not be loaded.', { exact: false }).waitFor()
    expect([loads(), await name.inputValue()]).toEqual([0, 'Half a name'])
    await page.getByRole('link', { name: 'Alerts' }).first().click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await heading('Alerts').waitFor()
    await expect.poll(loads).toBe(1)
    await heading('Alerts').waitFor()
  })

  it('a page whose script does not come over a broken line is asked for again, and the console stays', async () => {
    await enter('/alerts')
    await heading('Alerts').waitFor()
    await canLoadRelease(page)
    let asked = 0
    page.on('requestfailed', (one) => {
      if (new URL(one.url()).pathname === '/') asked += 1
    })
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('link', { name: 'Rules' }).first().click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    // The page asks by itself, once each time that the button comes, and once more by a press.
    await expect.poll(() => asked).toBeGreaterThan(0)
    const before = asked
    await again.click()
    await expect.poll(() => asked).toBeGreaterThan(before)
    expect(await page.getByRole('navigation').first().isVisible()).toBe(true)
    await page.unroute('**/*')
    // What the press asked may be answered only now, and loads the page as a second press does.
    await pressTryAgain(page, heading('Rules'))
  })

  it('a slow line shows shapes, then what was asked for; what is typed meanwhile stays', async () => {
    await enter('/alerts')
    await heading('Alerts').waitFor()
    const session = await stand.chromium.context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 900,
      downloadThroughput: 40_000,
      uploadThroughput: 20_000,
    })
    await page.getByRole('link', { name: 'Events' }).first().click()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor()
    const search = page.getByRole('searchbox').first()
    await search.waitFor()
    await search.fill('owl')
    await page.getByText('No event is like that.').waitFor()
    expect(await search.inputValue()).toBe('owl')
  })

  it('while the service starts again it says since when there is no line; afterwards all goes on by itself', async () => {
    await enter('/alerts')
    const list = page.getByRole('list', { name: 'New alerts, newest first' })
    await list.waitFor()
    const wall = await stand.enter('/live')
    const picture = () => wall.evaluate("document.querySelector('sightline-player')?.state?.kind")
    await expect.poll(picture).toBe('live')
    await world.cloud.stop()
    for (const tab of [wall, page])
      await tab.getByText(/^No connection since \d\d:\d\d\. What you see is from then/).waitFor()
    expect(await list.locator('li').count()).toBeGreaterThan(0)
    // The last picture stays, in grey, with the time from which it is.
    await wall.getByText(/^No connection since .+\. Trying again\.$/).waitFor()
    expect(await wall.locator('sightline-player[data-old]').count()).toBe(1)
    await keepScreen(wall, 'live-no-line')
    await world.cloud.start()
    await page.getByText(/What you see is from then/).waitFor({ state: 'hidden' })
    expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(0)
    await world.untilCamera(camera.id, 'online')
    await expect.poll(picture, { timeout: 55_000 }).toBe('live')
    await wall.close()
    // One row may stand for several alerts; the title counts each.
    const title = await page.title()
    expect(title).toMatch(/^\(\d+\)/)
    await world.database.query(`update alerts set triggered_at = triggered_at - interval '1 hour'`)
    await world.trigger(camera.id)
    await expect.poll(() => page.title(), { timeout: 55_000 }).not.toBe(title)
  })

  it('a browser without WebCodecs shows the pictures all the same', async () => {
    await enter('/live', (fresh) =>
      fresh.addInitScript(
        `for (const name of ['VideoDecoder', 'AudioDecoder', 'EncodedVideoChunk', 'VideoFrame']) delete window[name]`,
      ),
    )
    await expect.poll(() => shownMark(page)).not.toBeNull()
    expect(await page.evaluate('typeof VideoDecoder')).toBe('undefined')
    await page.locator('sightline-player').first().hover()
    const first = await shownMark(page)
    await expect.poll(async () => (await shownMark(page))?.counter).not.toBe(first?.counter)
  })

  it('with a thousand cameras the wall asks for no more pictures than may be watched, and every camera is among the choices', async () => {
    const org = (await world.api.get('/api/v1/auth/me')).body.org_id
    await world.database.query(
      `insert into cameras (org_id, id, site_id, name, type, enabled, status)
       select $1, gen_random_uuid(), $2,
         case n when 1 then repeat('🦉', 100) else 'Lot ' || lpad(n::text, 4, '0') end, 'rtsp', true, 'offline'
       from generate_series(1, 999) n`,
      [org, world.siteId],
    )
    await enter('/live')
    await heading('Live').waitFor()
    // As many as a person may watch at once, by the service's default.
    await expect.poll(() => page.locator('sightline-player').count()).toBeGreaterThan(0)
    expect(await page.locator('sightline-player').count()).toBeLessThanOrEqual(64)
    await keepScreen(page, 'thousand-cameras-live')
    await page.goto(`${world.cloud.url}/events`)
    await page.locator(`[data-row="${eventId}"]`).waitFor()
    await expect.poll(() => page.getByLabel('Camera').locator('option').count()).toBe(1001)
    await keepScreen(page, 'thousand-cameras-events')
  })

  it('no page broke a rule of its own', () => {
    // The service was away in between, and so were scripts.
    const expected = /status of 5\d\d|a script did not come/
    expect(stand.chromium.complaints.filter((one) => !expected.test(one))).toEqual([])
  })
})
