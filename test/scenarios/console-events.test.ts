import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'
import { until, type World } from '../harness/index.js'

tellIfThereIsNone('console-events.test.ts')

describe.skipIf(chromiumPath === undefined)('alerts and events in the console', () => {
  let stand: ConsoleStand
  let world: World
  let page: Page

  beforeAll(async () => {
    stand = await startConsole({ cameras: [{ name: '<b>Gate</b>' }] })
    world = stand.world
    await stand.addRule('Anything')
  })
  afterEach(() => stand.chromium.forget())
  afterAll(() => stand?.close())

  async function enter(path: string): Promise<void> {
    page = await stand.enter(path)
  }

  const rows = () => page.locator('[data-row]')

  it('an event comes into the list by itself, with its clip in time; its camera is called what it is called', async () => {
    await enter('/events')
    await page.getByText('Nothing happened yet.').waitFor()
    const id = await stand.trigger()
    await page.locator(`[data-row="${id}"]`, { hasText: '<b>Gate</b>' }).waitFor()
    await world.untilClip(id)
    await page.locator('aside video').waitFor()
    await keepScreen(page, 'events')
  })

  it('by keys: opens the chosen event, stars it, notes something, and goes back', async () => {
    await enter('/events')
    await rows().first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/events/*')
    // The list has a video too, and stays until the page of the event is loaded.
    await page.getByLabel('Note', { exact: true }).waitFor()
    await page.locator('video').waitFor()
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Take the star away' }).waitFor()
    await page.getByText('Starred.', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Star', exact: true }).waitFor()
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Take the star away' }).waitFor()
    await page.getByLabel('Note', { exact: true }).fill('Parcel for <i>Mrs</i> Lee')
    await page.keyboard.press('Control+Enter')
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await expect
      .poll(async () => (await world.api.get(`/api/v1/events/${id}`)).body)
      .toMatchObject({ starred: true, notes: 'Parcel for <i>Mrs</i> Lee' })
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/events')
    await page.getByRole('button', { name: 'Starred' }).click()
    await expect.poll(() => rows().count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('starred')).toBe('true')
  })

  it('words that nothing has are said to be found nowhere, and taken away by one press; a kind and an hour are chosen and given back', async () => {
    await enter('/events?q=elephant')
    await page.getByText('No event is like that.').waitFor()
    await page.getByRole('button', { name: 'Every event' }).first().click()
    await rows().first().waitFor()
    expect(new URL(page.url()).search).toBe('')
    // What happened is counted beside it, and one press leaves it alone.
    const kind = page.getByRole('button', { name: /^Event\s*1$/ })
    await kind.click()
    await page.waitForURL(/category=other/)
    await page.getByRole('button', { name: /^Event\s*1$/, pressed: true }).click()
    await page.waitForURL((url) => url.search === '')
    // An hour is chosen out of the day, by pointer and by keys, and given back.
    const hours = page.getByRole('group', { name: /^How many events there were/ })
    await hours
      .getByRole('button', { name: /, 1 event$/ })
      .last()
      .click()
    await page.waitForURL(/from=.*T/)
    await rows().first().waitFor()
    await page.getByTitle('The whole day').click()
    await page.waitForURL(/from=\d{4}-\d{2}-\d{2}&/)
    await hours
      .getByRole('button', { name: /, 0 events$/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.getByText('No event is like that.').waitFor()
  })

  it('an event that is not there says so in one sentence', async () => {
    await enter('/events/019a8f2e-7c41-7b3a-9d52-3f6e8a1b2c4d')
    await page.getByText('There is nothing here, or it is not yours to see.').waitFor()
  })

  it('a viewer is offered nothing that a viewer may not do', async () => {
    const vera = await stand.addUser({ email: 'vera@example.com', name: 'Vera', role: 'viewer' })
    page = await stand.enter('/alerts', vera)
    await page.getByRole('link', { name: 'Open event' }).click()
    await page.waitForURL('**/events/*')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const name of ['Star', 'Take the star away', 'Take it', 'Resolve'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    expect(await page.getByLabel('Note').count()).toBe(0)
  })

  it('new events wait while somebody reads further down, and are let in by one press; at the top they come by themselves', async () => {
    const before = (await world.api.get('/api/v1/events')).body.data[0].id
    await world.database.query(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_status, duration_sec)
       select org_id, gen_random_uuid(), camera_id, site_id, 'motion', 'onvif', triggered_at - n * interval '25 minutes', 'expired', 9
       from events, generate_series(1, 120) n where id = $1`,
      [before],
    )
    await enter('/events')
    await page
      .getByRole('heading', { name: /^\d\d:00 to / })
      .first()
      .waitFor()
    const list = page.getByRole('list', { name: 'Events, newest first' })
    await list.hover()
    await page.mouse.wheel(0, 3000)
    const first = rows().first()
    await expect.poll(() => first.getAttribute('data-row')).not.toBe(before)
    const topOf = () => list.evaluate((element) => element.getBoundingClientRect().top)
    // It goes on for some pictures.
    await until('the list rests', async () => {
      const top = await topOf()
      await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 100)).then(() => {})`)
      return top === (await topOf())
    })
    const read = await topOf()
    const id = await stand.trigger()
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor()
    expect(await topOf()).toBe(read)
    await keepScreen(page, 'events-new')
    await page.getByRole('button', { name: '1 new', exact: true }).click()
    await page.locator(`[data-row="${id}"]`).waitFor()
    expect(await page.getByRole('button', { name: /new$/ }).count()).toBe(0)
    const next = await stand.trigger()
    await page.locator(`[data-row="${next}"]`).waitFor()
    // The preview stays with what somebody looks at.
    expect(await page.locator('[data-row][aria-current=true]').getAttribute('data-row')).toBe(before)
  })

  it('one that no rule told of is taken by itself, and deleted once it was read what goes and what stays', async () => {
    const rule = (await world.api.get('/api/v1/alert-rules')).body.data[0]
    await world.api.patch(`/api/v1/alert-rules/${rule.id}`, { enabled: false })
    const id = await stand.trigger()
    await world.api.post(`/api/v1/events/${id}/shares`, {})
    await enter(`/events/${id}`)
    await page.getByRole('button', { name: 'Take it' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Taken by you,').waitFor()
    await page.getByRole('button', { name: 'Make it new again' }).waitFor()
    expect((await world.api.get(`/api/v1/events/${id}`)).body.acknowledged).toBe(true)
    await page.keyboard.press('Control+z')
    await page.getByText('Taken by you,').waitFor({ state: 'detached' })
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Delete the event' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this event?' })
    await dialog.getByText('It is starred: somebody wants it kept.').waitFor()
    await dialog.getByText('A link to it is open').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, 'event-delete')
    await dialog.getByRole('button', { name: 'Delete the event' }).press('Enter')
    await page.getByText('The event is deleted.').waitFor()
    await page.waitForURL('**/events')
    expect((await world.api.get(`/api/v1/events/${id}`)).status).toBe(404)
  })

  it('several are chosen by box or key, taken, taken back, and deleted once it was read what goes', async () => {
    const made = await world.database.query<{ id: string }>(
      `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, clip_status, duration_sec)
       select org_id, gen_random_uuid(), id, site_id, 'motion', 'onvif', now() - n * interval '1 minute', 'expired', 9
       from cameras, generate_series(1, 2) n returning id`,
    )
    const ids = made.map(({ id }) => id)
    await world.api.patch(`/api/v1/events/${ids[0]}`, { starred: true })
    const taken = () =>
      Promise.all(ids.map(async (id) => (await world.api.get(`/api/v1/events/${id}`)).body.acknowledged))
    await enter('/events')
    const bar = page.getByRole('toolbar', { name: 'Chosen events' })
    const markBoth = async () => {
      await page.getByRole('button', { name: 'Choose several' }).click()
      for (const id of ids) await page.locator(`li:has([data-row="${id}"]) input[type=checkbox]`).check()
      await bar.getByText('2 chosen').waitFor()
    }
    for (const id of ids) await page.locator(`[data-row="${id}"]`).waitFor()
    await page.keyboard.press('c')
    await bar.getByText('1 chosen').waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await markBoth()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, 'events-chosen')
    await bar.getByRole('button', { name: 'Take it' }).click()
    await page.getByText('2 events taken.').waitFor()
    await bar.waitFor({ state: 'detached' })
    expect(await taken()).toEqual([true, true])
    await page.keyboard.press('Control+z')
    await expect.poll(taken).toEqual([false, false])
    await markBoth()
    await bar.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete these 2 events?' })
    await dialog.getByText('One of them is starred').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, 'events-delete')
    await dialog.getByRole('button', { name: 'Keep them' }).click()
    await bar.getByText('2 chosen').waitFor()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 events are deleted.').waitFor()
    for (const id of ids) await page.locator(`[data-row="${id}"]`).waitFor({ state: 'detached' })
    for (const id of ids) expect((await world.api.get(`/api/v1/events/${id}`)).status).toBe(404)
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
