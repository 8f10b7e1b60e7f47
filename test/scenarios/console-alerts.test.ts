import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, swipe, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'

tellIfThereIsNone('console-alerts.test.ts')

describe.skipIf(chromiumPath === undefined)('the alerts of the console', () => {
  let stand: ConsoleStand
  let page: Page

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: '<b>Gate</b>' }], cloudEnv: { OFFLINE_GRACE_SEC: '3' } })
    for (const name of ['Somebody comes', 'Delivery', 'Night watch']) await stand.addRule(name)
  })
  beforeEach(async () => {
    await stand.world.database.query(`update alerts set status = 'resolved', resolved_at = now()`)
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  /** An event, and with it an alert of each rule, as if the one before it were long ago. @returns the event's id */
  async function ring(): Promise<string> {
    const { database } = stand.world
    await database.query(`update alert_rule_cooldowns set last_fired_at = '2020-01-01'`)
    await database.query(`update alerts set triggered_at = triggered_at - interval '1 hour'`)
    return stand.trigger()
  }

  /** As `ring`, with nothing to be grouped with. */
  async function ringAnew(): Promise<string> {
    await stand.world.database.query(`update notification_groups set closes_at = now() - interval '1 minute'`)
    return ring()
  }

  const list = (heap: string) => page.getByRole('list', { name: `${heap} alerts, newest first` })
  const rows = (heap = 'New'): Locator => list(heap).getByRole('listitem')
  const statuses = async (): Promise<string[]> => {
    const found = await stand.world.database.query<{ status: string }>(
      `select status from alerts where event_id is not null order by fired_at desc, id desc`,
    )
    return found.map(({ status }) => status)
  }

  it('new ones come by themselves, into the tab and aloud; no row asks for its event', async () => {
    let counted: Promise<unknown> = Promise.resolve()
    page = await stand.enter('/alerts', undefined, async (opened) => {
      counted = opened.waitForResponse((answer) => answer.url().includes('status=new&limit=1') && answer.ok())
    })
    await page.getByText('Nothing waits for you.').first().waitFor()
    // Only what comes after it was counted is new.
    await counted
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await ringAnew()
    await expect.poll(() => rows().count()).toBe(3)
    await expect.poll(() => page.title()).toBe('(3) Alerts · Sightline')
    await page
      .getByRole('status')
      .filter({ hasText: /[23] new alerts|New alert/ })
      .waitFor({ state: 'attached' })
    expect(await rows().first().textContent()).toContain('<b>Gate</b>')
    // The one that is shown beside the list.
    expect(new Set(asked.filter((path) => /^\/api\/v1\/events\/[^/]+$/.test(path))).size).toBeLessThanOrEqual(
      1,
    )
  })

  it('by keys: goes down, takes, takes that back, and resolves', async () => {
    await ringAnew()
    page = await stand.enter('/alerts')
    await expect.poll(() => rows().count()).toBe(3)
    await page.getByRole('button', { name: 'Take it' }).waitFor()
    await page.keyboard.press('j')
    await page.waitForURL('**/alerts/*')
    await rows().nth(1).locator('[data-chosen]').waitFor()
    await page.keyboard.press('a')
    await page
      .getByText(/^Taken by /)
      .first()
      .waitFor()
    await expect.poll(() => rows('Taken').count()).toBe(1)
    await page.keyboard.press('Control+z')
    await page.getByText('Taken back.').waitFor()
    await expect.poll(() => rows().count()).toBe(3)
    await page.getByRole('button', { name: 'No big deal' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'No big deal', pressed: true }).waitFor()
    await page.keyboard.press('e')
    await page.getByText(/^Resolved, by /).waitFor()
    await expect
      .poll(async () => (await statuses()).slice(0, 3).toSorted())
      .toEqual(['new', 'new', 'resolved'])
  })

  it('what one notification told of is one row, and is taken as one', async () => {
    await ringAnew()
    await expect.poll(async () => (await statuses()).filter((status) => status === 'new').length).toBe(3)
    await ring()
    page = await stand.enter('/alerts')
    await expect.poll(() => rows().filter({ hasText: '2 alerts' }).count()).toBe(3)
    await page.getByRole('button', { name: 'Take all 2' }).click()
    await page.getByText('2 alerts taken.').waitFor()
    await expect.poll(() => rows('Taken').filter({ hasText: '2 alerts' }).count()).toBe(1)
    await expect.poll(() => rows().count()).toBe(2)
    await keepScreen(page, 'alerts-groups')
  })

  it('several are chosen and resolved at once, by pointer and by keys, and that is taken back', async () => {
    await ringAnew()
    page = await stand.enter('/alerts?status=new')
    await expect.poll(() => rows().count()).toBe(3)
    await page.getByRole('button', { name: 'Choose several' }).click()
    await page.getByRole('checkbox', { name: 'Choose this alert' }).first().check()
    await page.getByRole('checkbox', { name: 'Choose this alert' }).last().check()
    await page.getByText('2 chosen').waitFor()
    await keepScreen(page, 'alerts-choosing')
    await page.getByRole('toolbar').getByRole('button', { name: 'Resolve' }).click()
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect.poll(() => rows().count()).toBe(3)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    await page.getByText('1 chosen').waitFor()
    await page.keyboard.press('j')
    await rows().nth(1).locator('[data-chosen]').waitFor()
    await page.keyboard.press('c')
    await page.getByText('2 chosen').waitFor()
    await page.getByRole('button', { name: 'Take it', exact: true }).first().press('Enter')
    await page.getByText('2 alerts taken.').waitFor()
    await expect.poll(() => rows().count()).toBe(1)
  })

  it('an outage has no clip: it says since when, why, what to do, and since when it is back', async () => {
    const rule = await stand.addRule('Off line', {
      rule_kind: 'system_event',
      system_trigger: 'camera_offline',
    })
    const [camera] = stand.cameras
    await camera?.fake.faults.refuseConnections()
    page = await stand.enter('/alerts')
    await page.getByRole('heading', { name: '<b>Gate</b> is off line' }).waitFor()
    await page.getByText('Off line since').waitFor()
    await page.getByText('What to do').waitFor()
    await keepScreen(page, 'alert-outage')
    await camera?.fake.faults.comeBack()
    await stand.world.untilCamera(camera?.id ?? '', 'online')
    await page.getByText('Back since').first().waitFor()
    await page.getByRole('heading', { name: '<b>Gate</b> was off line' }).waitFor()
    await expect.poll(() => page.getByText('What to do').count()).toBe(0)
    // On a busy machine it would ring among the others.
    await stand.world.api.patch(`/api/v1/alert-rules/${rule}`, { enabled: false })
  })

  it('on a phone a finger takes to the right and resolves to the left, and each can be taken back', async () => {
    await ringAnew()
    page = await stand.enter('/alerts')
    await lookAt(page, { width: 360, height: 740, theme: 'dark' })
    await expect.poll(() => rows().count()).toBe(3)
    await keepScreen(page, 'alerts-phone')
    await swipe(page, rows().nth(1), 40)
    expect((await statuses()).slice(0, 3)).toEqual(['new', 'new', 'new'])
    await swipe(page, rows().nth(1), 150)
    await page.getByText('Taken.', { exact: true }).waitFor()
    await expect.poll(() => rows().count()).toBe(2)
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect.poll(() => rows().count()).toBe(3)
    await swipe(page, rows().nth(1), -150)
    await page.getByText('Resolved.', { exact: true }).waitFor()
    await expect.poll(() => rows().count()).toBe(2)
    await rows().first().getByRole('button', { name: 'Take it' }).click()
    await expect.poll(() => rows().count()).toBe(1)
  })

  it('who comes too often is told how long it takes, and goes on without a press', async () => {
    await ringAnew()
    page = await stand.enter('/events')
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
    const tooMany = { error: { code: 'rate_limited', message: 'too many requests' } }
    let refusals = 0
    await page.route(/\/api\/v1\/alerts\?.*include=details.*status=new/, (route) => {
      refusals += 1
      return refusals > 2
        ? route.continue()
        : route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: tooMany })
    })
    await page.reload()
    await page.getByText(/^Too many requests, again in \d/).waitFor()
    expect(await page.getByText(/No connection/).count()).toBe(0)
    await page
      .getByRole('link', { name: /Alerts/ })
      .first()
      .click()
    await expect.poll(() => rows().count()).toBe(3)
    await expect.poll(() => page.getByText(/^Too many requests, again in/).count()).toBe(0)
  })

  it('notices that are refused for now are no lost line', async () => {
    page = await stand.enter('/alerts')
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
    let isRefused = true
    await page.route('**/api/v1/notices', (route) =>
      isRefused ? route.fulfill({ status: 429, headers: { 'retry-after': '7' } }) : route.continue(),
    )
    await page.reload()
    await page.getByText(/^Too many requests, again in [678]/).waitFor()
    expect(await page.getByText(/No connection/).count()).toBe(0)
    isRefused = false
    await ringAnew()
    await expect.poll(() => rows().count()).toBe(3)
  })

  it('of days and rules without an alert it says so, with the way out', async () => {
    page = await stand.enter('/alerts?from=2199-01-01')
    await page.getByText('No alert is like that.').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Every alert' }).last().click()
    await rows('Resolved').first().waitFor()
  })

  it('axe finds nothing at any width in any theme', async () => {
    await ringAnew()
    page = await stand.enter('/alerts')
    for (const look of looks) {
      const at = `${look.width}-${look.theme}`
      await lookAt(page, look)
      await expect.poll(() => rows().count()).toBe(3)
      expect(await violationsOn(page), at).toEqual([])
      await keepScreen(page, `alerts-${at}`)
    }
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
