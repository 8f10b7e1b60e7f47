import { type HeldBackAlert, QuietWindow, type Severity } from '@sightline/protocol'
import type { KyselyPlugin } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { createImmediateAlerts } from '../alerts/immediate-alerts.service.js'
import { RuleIndexCache } from '../rules/rule-index-cache.service.js'
import type { SuppressionCandidate } from './alert-candidate.service.js'
import { suppressAlerts } from './suppress.service.js'
import { QuietScene } from './suppression-scene.fixture.js'

const ruleIndexes = new RuleIndexCache()

let world: TestApp
let scene: QuietScene

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  scene = await QuietScene.set(world)
})

const night = [QuietWindow.parse({ from: '22:00', to: '06:00' })]
interface Page {
  data: HeldBackAlert[]
  total: number
  next_cursor: string | null
}
const heldBack = (query = '') => scene.call<Page>('GET', `/alert-rules/${scene.ruleId}/nbd/held-back${query}`)

test('an event in quiet hours comes through the intake without an alert, its row says why, and after the hours one fires', async () => {
  await scene.setRule({ quiet_hours: night })
  const quiet = await scene.happen('2026-03-02T05:59:59.000Z')
  expect(await scene.isAlert(quiet)).toBe(false)
  const byRule = await heldBack()
  expect(byRule).toEqual({
    total: 1,
    next_cursor: null,
    data: [
      {
        id: expect.any(String),
        rule_id: scene.ruleId,
        rule_name: 'Any motion',
        event_id: quiet,
        camera_id: scene.cameraId,
        camera_name: 'Front door',
        site_id: scene.org.siteId,
        knob: 'quiet_hours',
        value: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '22:00', to: '06:00' }],
        origin: 'rule',
        reason: 'it happened in quiet hours, 22:00 to 06:00 (UTC)',
        severity: 'medium',
        confidence: null,
        category: 'motion',
        tags: [],
        triggered_at: '2026-03-02T05:59:59.000Z',
        held_back_at: expect.any(String),
      },
    ],
  })
  expect(await scene.call('GET', `/events/${quiet}/held-back`)).toEqual({ data: byRule.data, total: 1 })

  const loud = await scene.happen('2026-03-02T06:00:00.000Z')
  expect(await scene.isAlert(loud)).toBe(true)
  expect(await scene.call('GET', `/events/${loud}/held-back`)).toEqual({ data: [], total: 0 })
})

describe('what was held back silences nothing', () => {
  it('in events one after the other, and in a batch, though they are within the cooldown', async () => {
    await scene.setRule({ quiet_hours: night })
    const [, batched] = await Promise.all([
      scene.happen('2026-03-02T05:59:50.000Z'),
      scene.happen('2026-03-02T06:00:10.000Z'),
      scene.happen('2026-03-02T06:00:20.000Z'),
    ])
    expect(await scene.isAlert(batched)).toBe(true)
    // The third is within the cooldown of the second: neither an alert nor held back.
    expect((await heldBack()).total).toBe(1)
    const [alerts] = await world.test.query('select count(*)::int from alerts where org_id = $1', [
      scene.org.orgId,
    ])
    expect(alerts).toEqual({ count: 1 })
  })

  it('nor does it open a repeat window', async () => {
    await scene.setRule({ repeat_window_sec: 3600, quiet_hours: night })
    await scene.happen('2026-03-02T05:55:00.000Z')
    expect(await scene.isAlert(await scene.happen('2026-03-02T06:05:00.000Z'))).toBe(true)
  })
})

describe('the repeat window', () => {
  it('outlasts the cooldown, for the same camera and kind only, and counts from what went out', async () => {
    await scene.setRule({ repeat_window_sec: 600 })
    const other = await scene.addCamera()
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:00:00.000Z'))).toBe(true)
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:05:00.000Z'))).toBe(false)
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:06:00.000Z', { category: 'audio' }))).toBe(
      true,
    )
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:05:00.000Z', { cameraId: other }))).toBe(
      true,
    )
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:09:59.999Z'))).toBe(false)
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:10:00.000Z'))).toBe(true)
    expect((await heldBack()).data.map(({ knob, value }) => [knob, value])).toEqual([
      ['repeat_window_sec', 600],
      ['repeat_window_sec', 600],
    ])
  })

  it('looks both ways, so that events out of order make as few alerts', async () => {
    await scene.setRule({ repeat_window_sec: 600 })
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:10:00.000Z'))).toBe(true)
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:05:00.000Z'))).toBe(false)
    expect(await scene.isAlert(await scene.happen('2026-03-02T10:00:00.000Z'))).toBe(true)
  })

  it('lets one of twenty out that come at once in transactions of their own', async () => {
    await scene.setRule({ repeat_window_sec: 86_400 })
    const minutes = Array.from({ length: 20 }, (_, index) => String(index * 2).padStart(2, '0'))
    await Promise.all(
      minutes.map(async (minute) => {
        const event = await storedEvent(`2026-03-02T10:${minute}:00.000Z`)
        await world.platform.database.inOrg(scene.org.orgId, (tx) =>
          createImmediateAlerts(ruleIndexes, tx, scene.org.orgId, [event]),
        )
      }),
    )
    const [row] = await world.test.query<{ alerts: number; held: number }>(
      `select (select count(*)::int from alerts where org_id = $1) as alerts,
         (select count(*)::int from held_back_alerts where org_id = $1) as held`,
      [scene.org.orgId],
    )
    expect(row).toEqual({ alerts: 1, held: 19 })
  })
})

describe('what it costs the rules that fire at once', () => {
  it('is no statement where nothing is set, and one for a batch where something is', async () => {
    const batch = (day: string) =>
      Promise.all(['10', '12', '14'].map((hour) => storedEvent(`2026-03-${day}T${hour}:00:00.000Z`)))
    // The first alerts of a rule also open groups.
    await countStatements(await batch('01'))
    const before = await countStatements(await batch('02'))
    await scene.setRule({ min_confidence: 0.9, suppressed_tags: ['cat'], repeat_window_sec: 60 })
    const events = await batch('03')
    expect(await countStatements(events)).toEqual({ all: before.all + 1, ofGate: 1 })
    expect(before.ofGate).toBe(0)
    // What analysis has not said yet holds nothing back.
    expect(await Promise.all(events.map(({ id }) => scene.isAlert(id)))).toEqual([true, true, true])
  })
})

/** How many statements the events cost when rules judge them, and how many of them ask for knobs. */
async function countStatements(events: Parameters<typeof createImmediateAlerts>[3]) {
  const counted = { all: 0, ofGate: 0 }
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      counted.all += 1
      if (JSON.stringify(node).includes('knobs_around')) counted.ofGate += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const { orgId } = scene.org
  await world.platform.database.inOrg(orgId, (tx) =>
    createImmediateAlerts(ruleIndexes, tx.withPlugin(counter), orgId, events),
  )
  return counted
}

describe('an analysed event', () => {
  const candidate = (change: Partial<SuppressionCandidate>): SuppressionCandidate => ({
    ruleId: scene.ruleId,
    eventId: uuidv7(),
    cameraId: scene.cameraId,
    siteId: scene.org.siteId,
    category: 'motion',
    severity: 'medium',
    confidence: 0.8,
    tags: ['person', 'gate'],
    triggeredAt: new Date('2026-03-02T10:00:00.000Z'),
    ...change,
  })
  const gate = (candidates: SuppressionCandidate[]) =>
    world.platform.database.inOrg(scene.org.orgId, (tx) => suppressAlerts(tx, scene.org.orgId, candidates))

  it('is held back by what the camera sets over the rule, and the same decision stands once', async () => {
    const event = await storedEvent('2026-03-02T10:00:00.000Z')
    await scene.setRule({ min_confidence: 0.5, min_severity: 'high' })
    await scene.setCamera({ min_confidence: 0.9, min_severity: 'low' })
    const one = candidate({ eventId: event.id })
    for (const _ of [1, 2]) {
      const { passed, heldBack: held } = await gate([one])
      expect(passed).toEqual([])
      expect(held).toMatchObject([{ candidate: one, knob: 'min_confidence', value: 0.9, origin: 'camera' }])
    }
    await scene.setCamera({ min_confidence: null, suppressed_tags: ['gate'] })
    await gate([one])
    expect((await heldBack()).data.map(({ knob, origin, value }) => [knob, origin, value])).toEqual([
      ['suppressed_tags', 'camera', ['gate']],
      ['min_confidence', 'camera', 0.9],
    ])
  })

  it.each<[Severity, number]>([
    ['high', 0],
    ['critical', 1],
  ])('of severity %s: %i go out in quiet hours', async (severity, count) => {
    await scene.setRule({ quiet_hours: night })
    const event = await storedEvent('2026-03-02T23:00:00.000Z')
    const one = candidate({ eventId: event.id, severity, triggeredAt: event.triggered_at })
    expect((await gate([one])).passed).toHaveLength(count)
  })

  it('asks nothing of the database if there is none', async () => {
    expect(await gate([])).toEqual({ passed: [], heldBack: [] })
  })

  it('fails on a rule that is not of the organisation, instead of letting something through', async () => {
    await expect(gate([candidate({ ruleId: uuidv7() })])).rejects.toThrow(
      'a rule or a site that is not there',
    )
  })
})

async function storedEvent(at: string) {
  const event = {
    id: uuidv7(),
    camera_id: scene.cameraId,
    camera_name: 'Front door',
    site_id: scene.org.siteId,
    event_category: 'motion' as const,
    trigger_topic: '',
    trigger_source: 'onvif',
    triggered_at: new Date(at),
    late: false,
  }
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     values ($1, $2, $3, $4, 'motion', 'onvif', $5)`,
    [scene.org.orgId, event.id, event.camera_id, event.site_id, event.triggered_at],
  )
  return event
}

describe('the list of what was held back', () => {
  const three = ['2026-03-02T23:00:00.000Z', '2026-03-02T23:10:00.000Z', '2026-03-02T23:20:00.000Z']

  it('comes in pages, newest first', async () => {
    await scene.setRule({ quiet_hours: night })
    const ids: string[] = []
    for (const at of three) ids.push(await scene.happen(at))
    const first = await heldBack('?limit=2')
    expect(first).toMatchObject({ total: 3, next_cursor: expect.any(String) })
    const second = await heldBack(`?limit=2&cursor=${first.next_cursor ?? ''}`)
    expect(second).toMatchObject({ total: 3, next_cursor: null })
    expect([...first.data, ...second.data].map((one) => one.event_id)).toEqual(ids.toReversed())
    await scene.call(
      'GET',
      `/alert-rules/${uuidv7()}/nbd/held-back?cursor=${first.next_cursor ?? ''}`,
      undefined,
      404,
    )
    await scene.call(
      'GET',
      `/alert-rules/${scene.ruleId}/nbd/held-back?camera_id=${scene.cameraId}&cursor=${first.next_cursor ?? ''}`,
      undefined,
      400,
    )
  })

  it('shows viewers what happened at their sites, also after the camera moved away', async () => {
    await scene.setRule({ quiet_hours: night })
    const id = await scene.happen(three[0] ?? '')
    const elsewhere = await scene.org.addSite('Elsewhere')
    await world.test.query('update cameras set site_id = $3 where org_id = $1 and id = $2', [
      scene.org.orgId,
      scene.cameraId,
      elsewhere,
    ])
    const see = async (siteId: string) => {
      const viewer = await scene.org.signIn('viewer', [siteId])
      const url = `/api/v1/alert-rules/${scene.ruleId}/nbd/held-back`
      const list = await world.call(viewer, { url })
      const one = await world.call(viewer, { url: `/api/v1/events/${id}/held-back` })
      return [list.json<Page>().total, one.statusCode]
    }
    expect(await see(scene.org.siteId)).toEqual([1, 200])
    expect(await see(elsewhere)).toEqual([0, 403])
  })

  it('goes with its event', async () => {
    await scene.setRule({ quiet_hours: night })
    const id = await scene.happen(three[0] ?? '')
    await world.test.query('delete from media where org_id = $1', [scene.org.orgId])
    await world.test.query('delete from events where org_id = $1 and id = $2', [scene.org.orgId, id])
    expect((await heldBack()).total).toBe(0)
  })
})
