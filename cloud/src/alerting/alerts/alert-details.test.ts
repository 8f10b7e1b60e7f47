import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { createAlerts } from './create-alerts.service.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn
let ruleId: string
let cameraId: string
let gatewayId: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  operator = await org.signIn('operator')
  const rule = { name: 'Anything', rule_kind: 'camera_event' }
  const made = await world.call(operator, { method: 'POST', url: '/api/v1/alert-rules', payload: rule })
  ruleId = made.json().id
  gatewayId = randomUUID()
  cameraId = randomUUID()
  await world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Box', $3)`, [
    org.orgId,
    gatewayId,
    org.siteId,
  ])
  await world.test.query(
    `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, 'Gate', 'rtsp')`,
    [org.orgId, cameraId, org.siteId, gatewayId],
  )
})

const url = '/api/v1/alerts'

async function addEvent(): Promise<string> {
  const id = randomUUID()
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at, summary, tags,
       duration_sec, clip_status)
     values ($1, $2, $3, $4, 'motion', 'onvif', now(), 'A person waits', '{person}', 12, 'uploading')`,
    [org.orgId, id, cameraId, org.siteId],
  )
  return id
}

/** An alert of the camera with an event, or of the gateway without one. */
async function addAlert(eventId: string | null, rule = ruleId): Promise<string> {
  const id = randomUUID()
  const row = {
    org_id: org.orgId,
    id,
    rule_id: rule,
    rule_name: 'Anything',
    event_id: eventId,
    camera_id: eventId === null ? null : cameraId,
    gateway_id: eventId === null ? gatewayId : null,
    site_id: org.siteId,
    severity: 'high',
    description: 'Something happened',
    triggered_at: new Date(),
    outage_lasts: eventId === null,
  }
  await world.platform.database.inOrg(org.orgId, (tx) =>
    createAlerts(tx, org.orgId, [{ row, cameraName: 'Gate', cooldownFrom: new Date() }]),
  )
  return id
}

const list = async (query: Record<string, string | string[]>, who = operator) =>
  (await world.call(who, { url, query })).json()

test('an item is as it was published unless details are asked for', async () => {
  await addAlert(await addEvent())
  const [plain] = (await list({})).data
  expect(Object.keys(plain)).toEqual([
    'id',
    'rule_id',
    'rule_name',
    'event_id',
    'camera_id',
    'status',
    'fired_at',
    'acknowledged_at',
  ])
  const refused = await world.call(operator, { url, query: { include: 'everything' } })
  expect(refused.statusCode).toBe(400)
})

test('details say what it is about, where, who took it and what its event shows', async () => {
  const id = await addAlert(await addEvent())
  await world.call(operator, { method: 'PATCH', url: `${url}/${id}/acknowledge` })
  const { data } = await list({ include: 'details' })
  expect(data).toMatchObject([
    {
      id,
      status: 'acknowledged',
      severity: 'high',
      description: 'Something happened',
      late: false,
      site_id: org.siteId,
      camera_name: 'Gate',
      gateway_id: null,
      gateway_name: null,
      acknowledged_by_name: operator.caller.actor.name,
      resolved_at: null,
      recovered_at: null,
      event: {
        event_category: 'motion',
        trigger_source: 'onvif',
        summary: 'A person waits',
        tags: ['person'],
        duration_sec: 12,
        clip_status: 'uploading',
        snapshot_url: null,
      },
    },
  ])
})

test('an outage has no event and says when it was over; a deleted event is not shown', async () => {
  const outage = await addAlert(null)
  await world.test.query(
    `insert into alert_timeline (org_id, id, alert_id, at, action, actor_kind, actor_name)
     values ($1, $2, $3, '2026-03-14T07:00:00Z', 'recovered', 'system', '')`,
    [org.orgId, randomUUID(), outage],
  )
  const eventId = await addEvent()
  const alert = await addAlert(eventId)
  await world.test.query('update events set deleted_at = now() where id = $1', [eventId])
  const { data } = await list({ include: 'details' })
  expect(data).toMatchObject([
    { id: alert, event_id: eventId, event: null },
    { id: outage, event: null, gateway_name: 'Box', recovered_at: '2026-03-14T07:00:00.000Z' },
  ])
})

test('a picture comes with its signed link', async () => {
  const eventId = await addEvent()
  await addAlert(eventId)
  const picture = randomUUID()
  await world.test.query(
    `insert into media (org_id, id, event_id, camera_id, site_id, kind, state, key, content_type, bytes, sha256)
     values ($1, $2, $3, $4, $5, 'snapshot', 'ready', $6, 'image/jpeg', 1, $7)`,
    [org.orgId, picture, eventId, cameraId, org.siteId, picture, 'a'.repeat(64)],
  )
  await world.test.query('update events set snapshot_id = $2 where id = $1', [eventId, picture])
  const [{ event }] = (await list({ include: 'details' })).data
  expect(event.snapshot_url).toContain(picture)
})

test('the alerts of one notification are listed by its group, to nobody of another organisation', async () => {
  const [one, two] = [await addAlert(await addEvent()), await addAlert(await addEvent())]
  const [{ group_id: group }] = (await list({ include: 'details' })).data
  expect(group).toEqual(expect.any(String))
  const together = await list({ group_id: group })
  expect([together.total, together.data.map(({ id }: { id: string }) => id).toSorted()]).toEqual([
    2,
    [one, two].toSorted(),
  ])
  const stranger = await (await world.createOrg()).signIn('owner')
  expect(await list({ group_id: group, include: 'details' }, stranger)).toMatchObject({ data: [], total: 0 })
  const elsewhere = await org.signIn('viewer', [await org.addSite('Yard')])
  expect(await list({ group_id: group }, elsewhere)).toMatchObject({ data: [], total: 0 })
})

test('one that leaves the statuses that are followed is told as gone', async () => {
  const statuses = { statuses: ['new', 'acknowledged'] }
  const id = await addAlert(await addEvent())
  const start = await list({ ...statuses, updated_since: 'start' })
  expect(start.data).toMatchObject([{ id }])
  await world.call(operator, { method: 'PATCH', url: `${url}/${id}/acknowledge` })
  const taken = await list({ ...statuses, updated_since: start.next_updated_since })
  expect(taken).toMatchObject({ data: [{ id, status: 'acknowledged' }], removed: [], total: 1 })
  const payload = { status: 'resolved' }
  await world.call(operator, { method: 'PATCH', url: `${url}/${id}/status`, payload })
  const resolved = await list({ ...statuses, updated_since: taken.next_updated_since })
  expect(resolved).toMatchObject({ data: [], removed: [id], total: 0 })
})

test('what changed since is told with details as well', async () => {
  const start = await list({ updated_since: 'start', include: 'details' })
  const id = await addAlert(await addEvent())
  const since = await list({ updated_since: start.next_updated_since, include: 'details' })
  expect(since.data).toMatchObject([{ id, camera_name: 'Gate', event: { summary: 'A person waits' } }])
})

test('an alert comes again with what became of its event, and none of another list or event does', async () => {
  const eventId = await addEvent()
  const id = await addAlert(eventId)
  const other = await addEvent()
  const details = { include: 'details' }
  const start = await list({ ...details, updated_since: 'start' })
  expect(start.data).toMatchObject([{ id, event: { clip_status: 'uploading', snapshot_url: null } }])
  const change = 'update events set summary = $2 where id = $1'
  await world.test.query(`update events set clip_status = 'ready' where id = $1`, [eventId])
  await world.test.query(change, [other, 'Nobody waits'])
  const { next_updated_since: token } = start
  const ready = await list({ ...details, updated_since: token })
  expect(ready).toMatchObject({ data: [{ id, event: { clip_status: 'ready' } }], removed: [], total: 1 })
  await world.test.query(change, [eventId, 'Two people wait'])
  const told = await list({ ...details, updated_since: ready.next_updated_since })
  expect(told).toMatchObject({ data: [{ id, event: { summary: 'Two people wait' } }], removed: [] })
  await world.test.query('update events set deleted_at = now() where id = $1', [eventId])
  const gone = await list({ ...details, updated_since: told.next_updated_since })
  expect(gone).toMatchObject({ data: [{ id, event: null }], removed: [] })
  const elsewhere = { ...details, severity: 'low', updated_since: token }
  for (const query of [{ updated_since: token }, elsewhere])
    expect(await list(query), JSON.stringify(query)).toMatchObject({ data: [], removed: [] })
})

test.each([
  ['of which several fit on a page', 7, 6],
  ['of which not one does', 2, 3],
])(
  'what became of many events is told page by page, the alerts of each together: %s',
  async (_what, limit, most) => {
    const rules = [ruleId]
    for (const name of ['Second', 'Third']) {
      const payload = { name, rule_kind: 'camera_event' }
      const made = await world.call(operator, { method: 'POST', url: '/api/v1/alert-rules', payload })
      rules.push(made.json().id)
    }
    const expected: string[] = []
    for (let n = 0; n < 5; n += 1) {
      const eventId = await addEvent()
      for (const rule of rules) expected.push(await addAlert(eventId, rule))
    }
    const asked = { include: 'details', limit: String(limit) }
    const { next_updated_since: token } = await list({ ...asked, updated_since: 'start' })
    await addEvent()
    await world.test.query(`update events set clip_status = 'ready' where org_id = $1`, [org.orgId])
    const told: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list({ ...asked, updated_since: token, ...(cursor && { cursor }) })
      const ids: string[] = page.data.map(({ id }: { id: string }) => id)
      expect(ids.length).toBeLessThanOrEqual(most)
      told.push(...ids)
      cursor = page.next_cursor
    }
    expect(told.toSorted()).toEqual(expected.toSorted())
  },
)
