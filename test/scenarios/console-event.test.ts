import { goodAnswer, type ModelServer, startModelServer } from '@sightline/cloud/testing'
import { eventCategories } from '@sightline/protocol'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, chromiumPath, startChromium, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, signIn, violationsOn } from '../harness/console-page.js'
import { startWorld, until, type World } from '../harness/index.js'

tellIfThereIsNone('console-event.test.ts')

describe.skipIf(chromiumPath === undefined)('an event in the console', () => {
  let world: World
  let model: ModelServer
  let chromium: Chromium
  let page: Page
  let cameraId: string
  let eventId: string
  const viewer = { email: 'vera@example.com', password: 'Correct-Horse-7' }

  beforeAll(async () => {
    model = await startModelServer(() => ({ kind: 'answer', value: goodAnswer }))
    world = await startWorld({
      cameras: [{ name: 'Gate' }],
      cloudEnv: { AI_PROVIDER: 'openai', AI_BASE_URL: model.openaiUrl, AI_MODEL: 'watcher', AI_API_KEY: 'k' },
    })
    const camera = await world.addCamera(await world.onlineAgent())
    await addRules()
    await addViewer()
    cameraId = camera.id
    eventId = (await world.trigger(cameraId)).event_id
    await world.untilClip(eventId)
    await until('the event is judged', async () => {
      const { rules } = (await world.api.get(`/api/v1/events/${eventId}/why`)).body
      return rules.some(
        (rule: { rule_name: string; outcome: string }) =>
          rule.rule_name === 'Somebody' && rule.outcome === 'alerted',
      )
    })
    chromium = await startChromium(['--lang=en-GB'])
  })
  afterEach(() => chromium.forget())
  afterAll(async () => {
    await chromium?.close()
    await world?.close()
    await model?.close()
  })

  async function make(path: string, body: object): Promise<string> {
    const made = await world.api.post(path, body)
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
    return String(made.body.id)
  }

  /** One that tells at once, one in words, one that is held back, and two that lack one thing. */
  async function addRules(): Promise<void> {
    const ofEvents = { rule_kind: 'camera_event' }
    const rules = '/api/v1/alert-rules'
    await make(rules, { ...ofEvents, name: 'Anything' })
    const somebody = await make(rules, { ...ofEvents, name: 'Somebody' })
    const where = {
      op: 'all',
      of: [
        { op: 'object', label: 'person' },
        { op: 'severity', at_least: 'low' },
      ],
    }
    const version = await make(`${rules}/${somebody}/compiled-versions`, { predicate: { version: 1, where } })
    await make(`${rules}/${somebody}/compiled-versions/${version}/activate`, {})
    const quiet = await make(rules, { ...ofEvents, name: 'Quiet' })
    const knobs = { suppressed_categories: eventCategories }
    expect((await world.api.patch(`${rules}/${quiet}/nbd`, knobs)).status).toBe(200)
    await make(rules, {
      ...ofEvents,
      name: 'Intruders',
      event_category: 'intrusion',
      source_filter: ['manual'],
    })
  }

  async function addViewer(): Promise<void> {
    const { org_id: org } = (await world.api.get('/api/v1/auth/me')).body
    const person = { email: viewer.email, display_name: 'Vera', role: 'viewer', site_ids: [world.siteId] }
    await make('/api/v1/users', person)
    const told = await world.cloud.operate('user', 'invite-link', '--org', org, '--email', viewer.email)
    const token = new URL(String(JSON.parse(told).link)).searchParams.get('token')
    const body = { token, new_password: viewer.password }
    expect((await world.api.post('/api/v1/auth/reset-password', body)).status).toBe(200)
  }

  async function enter(who = world.owner, more = ''): Promise<void> {
    page = await chromium.open(`${world.cloud.url}/events/${eventId}${more}`)
    await signIn(page, who)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'Why you were told' }).waitFor()
  }

  const card = (name: string) => page.locator('#rules li[data-outcome]', { hasText: name })
  const outcomes = async () =>
    Promise.all(
      ['Anything', 'Somebody', 'Quiet', 'Intruders'].map((name) => card(name).getAttribute('data-outcome')),
    )

  it('says why it was told, by which conditions, what was held back and by what, and what nearly told', async () => {
    await enter()
    expect(await outcomes()).toEqual(['alerted', 'alerted', 'held_back', 'near_miss'])
    await card('Anything').getByText('It tells of everything that happens.').waitFor()
    await card('Somebody').getByText('object person: seen').waitFor()
    await card('Somebody')
      .getByText(/^severity low/)
      .waitFor()
    await card('Quiet')
      .getByText(/It matched, but it was held back: .* \(set for the rule\)/)
      .waitFor()
    await card('Intruders').getByText('One thing missing').waitFor()
    await card('Intruders')
      .getByText(/intrusion is asked for/)
      .waitFor()
    await card('Anything')
      .getByText(/Who was told/)
      .click()
    await card('Anything').getByText('the rule has no recipients').waitFor()
    await keepScreen(page, 'event-why')
  })

  it('says why it was not told, leads to the event that was, and shows a verdict as soon as it is there', async () => {
    const { event_id: second } = await world.trigger(cameraId)
    page = await chromium.open(`${world.cloud.url}/events/${second}`)
    await signIn(page, world.owner)
    await page.getByRole('heading', { name: 'Why you were not told' }).waitFor()
    await card('Anything').getByText('Told shortly before').waitFor()
    await card('Somebody').getByText('Told shortly before').waitFor()
    await card('Quiet').getByText('Held back', { exact: true }).waitFor()
    await keepScreen(page, 'event-not-told')
    await card('Anything')
      .getByRole('link', { name: /It told of the event at/ })
      .click()
    await page.waitForURL(`**/events/${eventId}`)
    await page.getByRole('heading', { name: 'Why you were told' }).waitFor()
    // The address is the other event's before its page is there.
    for (const [key, id, heading] of [
      ['k', second, 'Why you were not told'],
      ['j', eventId, 'Why you were told'],
      ['Shift+ArrowRight', second, 'Why you were not told'],
      ['Shift+ArrowLeft', eventId, 'Why you were told'],
    ] as const) {
      await page.keyboard.press(key)
      await page.waitForURL(`**/events/${id}`)
      await page.getByRole('heading', { name: heading }).waitFor()
    }
  })

  it('a viewer sees that something was held back, not by which knob, and is offered what viewers may do', async () => {
    await enter(viewer)
    await card('Quiet').getByText('It matched, but it was held back as no big deal.').waitFor()
    await page.getByText('Who was told').waitFor({ state: 'detached' })
    expect(await page.locator('#rules').getByText('set for').count()).toBe(0)
    for (const name of ['Take it', 'Resolve', 'Share', 'Star', 'Look again'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    await page.keyboard.press('s')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Useful' }).click()
    await expectFeedback('useful', 'Vera')
  })

  async function expectFeedback(verdict: string, name: string): Promise<void> {
    await expect
      .poll(async () => (await world.api.get(`/api/v1/events/${eventId}/feedback`)).body.data)
      .toContainEqual(expect.objectContaining({ verdict, given_by: expect.objectContaining({ name }) }))
  }

  it('by keys: says what it was worth, takes and resolves its alerts, notes, saves, and switches the boxes', async () => {
    await enter()
    const owner = String((await world.api.get('/api/v1/auth/me')).body.display_name)
    for (const [key, name, verdict] of [
      ['u', 'Useful', 'useful'],
      ['w', 'Wrong', 'wrong'],
      ['n', 'No big deal', 'no_big_deal'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('button', { name, pressed: true }).waitFor()
      await expectFeedback(verdict, owner)
    }
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Take it' }).waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Resolve' }).waitFor({ state: 'detached' })
    const { data } = (await world.api.get('/api/v1/alerts')).body
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['resolved', 'resolved'])
    const saved = page.waitForEvent('download')
    await page.keyboard.press('d')
    expect((await saved).suggestedFilename()).toMatch(/\.mp4$/)
    await page.getByRole('button', { name: 'What the model saw' }).waitFor()
    await page.keyboard.press('b')
    await page.getByRole('button', { name: 'Show what the model saw' }).waitFor()
    await page.keyboard.press('t')
    await page.keyboard.type('u')
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('u')
    await page.getByRole('button', { name: 'No big deal', pressed: true }).waitFor()
  })

  it('what somebody says of it stays, also where it is read again before the service has answered', async () => {
    await make(`/api/v1/events/${eventId}/feedback`, { verdict: 'useful' })
    await enter()
    await page.getByRole('button', { name: 'Useful', pressed: true }).waitFor()
    const held = new Promise<Route>((resolve) => {
      void page.route('**/feedback', (route) =>
        route.request().method() === 'POST' ? resolve(route) : route.continue(),
      )
    })
    await page.getByRole('button', { name: 'Wrong' }).click()
    const post = await held
    const readAgain = page.waitForResponse(/\/feedback\?/)
    expect((await world.api.patch(`/api/v1/events/${eventId}`, { starred: true })).status).toBe(200)
    await (await readAgain).finished()
    const answer = page.waitForResponse(/\/feedback$/)
    await post.continue()
    await (await answer).finished()
    await page.getByRole('button', { name: 'Wrong', pressed: true }).waitFor()
  })

  it('the clip: by keys it plays, steps and jumps; where the model looked it shows what it saw', async () => {
    await enter()
    const clipAt = () => page.evaluate(`document.querySelector('sightline-player').currentTime`)
    await page.locator('[data-mark="trigger"]').waitFor()
    await page.locator('[data-mark="looked"]').first().waitFor()
    await page.locator('#analysis li button').first().click()
    await page
      .locator('[data-boxes]')
      .getByText(/person 95/)
      .waitFor()
    await page.waitForURL(/[?&]t=/)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('ArrowRight')
    const before = Number(await clipAt())
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => Number(await clipAt())).toBeLessThan(before)
    await page.keyboard.press(' ')
    const began = Number(await clipAt())
    await expect.poll(async () => Number(await clipAt())).toBeGreaterThan(began)
    await page.keyboard.press(' ')
    await page.locator('sightline-player').getByRole('button', { name: 'Play' }).waitFor()
    await page.keyboard.press('+')
    await expect.poll(() => page.locator('sightline-player').getByLabel('Speed').inputValue()).toBe('2')
    await keepScreen(page, 'event-boxes')
    // So does its alert.
    const shown = new URL(page.url()).searchParams.get('t') ?? ''
    const { data } = (await world.api.get('/api/v1/alerts')).body
    await page.goto(`${world.cloud.url}/alerts/${data[0].id}`)
    await page.getByRole('button', { name: 'What the model saw' }).waitFor()
    await page.locator('[data-mark="looked"]').first().waitFor()
    await page.locator('sightline-player').getByRole('slider').fill(shown)
    await page
      .locator('[data-boxes]')
      .getByText(/person 95/)
      .waitFor()
    await keepScreen(page, 'alert-boxes')
    await page.keyboard.press('b')
    await page.locator('[data-boxes]').waitFor({ state: 'detached' })
  })

  it.each([
    [{ clip_status: 'recording' }, 'It is being recorded. The picture is of now.'],
    [{ clip_status: 'uploading' }, 'The clip is on its way.'],
    [{ clip_status: 'failed', clip_error: 'the disk was full' }, 'There is no clip: the disk was full'],
    [{ clip_status: 'expired' }, 'The clip is not kept any more; what was said of it is.'],
    [{ ai_status: 'skipped', ai_error: 'The budget is spent.' }, 'The budget is spent.'],
    [{ ai_status: 'failed', ai_error: 'The model did not answer.' }, 'The model did not answer.'],
    [
      { late: true, received_at: new Date(Date.now() + 1_320_000).toISOString() },
      /^It reached us .* after it happened\.$/,
    ],
  ])('%j: says so in a sentence', async (change, sentence) => {
    const columns = Object.keys(change)
    const [before] = await world.database.query<Record<string, unknown>>(
      `select ${columns.join(', ')} from events where id = $1`,
      [eventId],
    )
    const set = (values: unknown[]) =>
      world.database.query(
        `update events set ${columns.map((name, index) => `${name} = $${index + 2}`).join(', ')} where id = $1`,
        [eventId, ...values],
      )
    const isWithoutClip = 'clip_status' in change
    if (isWithoutClip)
      await world.database.query(`update media set state = 'pending' where event_id = $1 and kind = 'clip'`, [
        eventId,
      ])
    await set(Object.values(change))
    await enter()
    await page.getByText(sentence).first().waitFor()
    await keepScreen(page, `event-${String(Object.values(change)[0])}`)
    await set(columns.map((name) => before?.[name]))
    if (isWithoutClip)
      await world.database.query(`update media set state = 'ready' where event_id = $1 and kind = 'clip'`, [
        eventId,
      ])
  })

  it.each(looks)('axe finds nothing at $width px in $theme', async (look) => {
    await enter()
    await lookAt(page, look)
    await page.locator('#analysis img').first().waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `event-${look.width}-${look.theme}`)
  })

  it('no page broke a rule of its own', () => {
    expect(chromium.complaints).toEqual([])
  })
})
