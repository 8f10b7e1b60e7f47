import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
})
afterAll(() => world.close())

/** Puts entries into somebody's inbox, the first one the oldest. */
async function fill(who: SignedIn, count: number, from = org): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7())
  for (const [index, id] of ids.entries()) {
    await world.test.query(
      `insert into notifications (org_id, id, user_id, kind, title, body, alert_id, created_at)
       values ($1, $2, $3, 'alert', $4, 'Motion at Front door', $5, timestamptz '2026-03-14T10:00:00Z' + make_interval(secs => $6))`,
      // Two in each second share their time, so that pages are cut between them.
      [from.orgId, id, who.caller.userId, `Rule ${index}`, uuidv7(), Math.floor(index / 2)],
    )
  }
  return ids
}

const get = async (who: SignedIn, url: string) => {
  const answer = await world.call(who, { url: `/api/v1/notifications${url}` })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const post = (who: SignedIn, url: string) =>
  world.call(who, { method: 'POST', url: `/api/v1/notifications${url}` })

test('an inbox is paged from the newest on, without a gap, also while entries come in', async () => {
  const ann = await org.signIn('viewer', [org.siteId])
  const ids = await fill(ann, 7)
  const seen: string[] = []
  let page = await get(ann, '?limit=3')
  expect(page.total).toBe(7)
  for (;;) {
    seen.push(...page.data.map(({ id }: { id: string }) => id))
    if (page.next_cursor === null) break
    await world.test.query(
      `insert into notifications (org_id, id, user_id, kind, title) values ($1, $2, $3, 'test', 'New')`,
      [org.orgId, uuidv7(), ann.caller.userId],
    )
    page = await get(ann, `?limit=3&cursor=${page.next_cursor}`)
    expect(page.total).toBe(7)
  }
  expect(seen).toHaveLength(7)
  expect(new Set(seen)).toEqual(new Set(ids))
  expect(seen[0] === ids[6] || seen[1] === ids[6]).toBe(true)
})

test('an entry shows what it is about, and says when it was read', async () => {
  const ann = await org.signIn('operator')
  const [id] = await fill(ann, 1)
  const { data } = await get(ann, '')
  expect(data).toEqual([
    {
      id,
      kind: 'alert',
      title: 'Rule 0',
      body: 'Motion at Front door',
      alert_id: expect.any(String),
      alert_count: 1,
      event_id: null,
      read: false,
      read_at: null,
      created_at: '2026-03-14T10:00:00.000Z',
      updated_at: null,
      group_id: null,
      held_back_channels: [],
    },
  ])
  const read = await post(ann, `/${id}/read`)
  expect(read.json()).toMatchObject({ id, read: true, read_at: expect.any(String) })
  expect((await post(ann, `/${id}/read`)).json()).toEqual(read.json())
})

test('unread and read entries are counted and listed apart', async () => {
  const ann = await org.signIn('admin')
  const ids = await fill(ann, 5)
  await post(ann, `/${ids[0]}/read`)
  await post(ann, `/${ids[3]}/read`)
  expect(await get(ann, '/unread-count')).toEqual({ unread: 3 })
  const unread = await get(ann, '?unread=true&limit=2')
  expect(unread.total).toBe(3)
  expect(unread.data).toHaveLength(2)
  const rest = await get(ann, `?unread=true&limit=2&cursor=${unread.next_cursor}`)
  expect(new Set([...unread.data, ...rest.data].map(({ id }) => id))).toEqual(
    new Set([ids[1], ids[2], ids[4]]),
  )
  expect((await get(ann, '?unread=false')).total).toBe(2)
  // A cursor belongs to its filter.
  const other = await world.call(ann, { url: `/api/v1/notifications?cursor=${unread.next_cursor}` })
  expect(other.statusCode).toBe(400)
  expect((await post(ann, '/read-all')).json()).toEqual({ marked: 3 })
  expect((await post(ann, '/read-all')).json()).toEqual({ marked: 0 })
  expect(await get(ann, '/unread-count')).toEqual({ unread: 0 })
})

test("nobody reads or marks another's entries, not in the organisation and not beyond", async () => {
  const ann = await org.signIn('viewer', [org.siteId])
  const [id] = await fill(ann, 1)
  const owner = await org.signIn('owner')
  const stranger = await (await world.createOrg()).signIn('owner')
  for (const who of [owner, stranger]) {
    expect((await get(who, '')).data).toEqual([])
    expect((await post(who, `/${id}/read`)).statusCode).toBe(404)
    expect((await post(who, '/read-all')).json()).toEqual({ marked: 0 })
  }
  expect(await get(ann, '/unread-count')).toEqual({ unread: 1 })
})

test('a key has no inbox', async () => {
  const key = await org.makeKey('admin')
  for (const [method, url] of [
    ['GET', ''],
    ['GET', '/unread-count'],
    ['POST', '/read-all'],
    ['POST', `/${uuidv7()}/read`],
  ] as const) {
    const answer = await world.call(key, { method, url: `/api/v1/notifications${url}` })
    expect(answer.statusCode).toBe(403)
  }
})

test('an event that a rule matches is in the inbox of its recipients, and their mail is queued', async () => {
  const site = await org.addSite('Depot')
  const [here, elsewhere] = [await org.signIn('viewer', [site]), await org.signIn('viewer', [org.siteId])]
  const owner = await org.signIn('owner')
  const cameraId = uuidv7()
  const gatewayId = uuidv7()
  await world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Box', $3)`, [
    org.orgId,
    gatewayId,
    site,
  ])
  await world.test.query(
    `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, 'Gate', 'rtsp')`,
    [org.orgId, cameraId, site, gatewayId],
  )
  const recipients = [here, elsewhere].map(({ caller }) => ({
    user_id: caller.userId,
    channels: ['in_app', 'email'],
  }))
  const rule = await world.call(owner, {
    method: 'POST',
    url: '/api/v1/alert-rules',
    payload: { name: 'At the gate', rule_kind: 'camera_event', recipients },
  })
  expect(rule.statusCode).toBe(201)
  const event = {
    event_id: uuidv7(),
    camera_id: cameraId,
    event_category: 'intrusion' as const,
    trigger_topic: '',
    trigger_source: 'onvif' as const,
    raw_source: 'onvif',
    raw_data: {},
    triggered_at: new Date().toISOString(),
    clock_offset_ms: 0,
    clock_synced: true,
  }
  const intake = world.services.intake
  await intake.take(
    { orgId: org.orgId, gatewayId, receivedAt: new Date() },
    { type: 'event.opened', body: event },
  )
  await intake.take(
    { orgId: org.orgId, gatewayId, receivedAt: new Date() },
    { type: 'event.opened', body: event },
  )
  const { data } = await get(here, '')
  expect(data).toMatchObject([{ kind: 'alert', title: 'At the gate', event_id: event.event_id, read: false }])
  expect(await get(elsewhere, '/unread-count')).toEqual({ unread: 0 })
  const alert = await world.call(here, { url: `/api/v1/alerts/${data[0].alert_id}` })
  expect(alert.json()).toMatchObject({ event_id: event.event_id })
  // Whether its reader may see the site is asked when it is sent.
  expect(await world.test.query(`select purpose, user_id from outgoing_mail order by user_id`)).toEqual(
    [here, elsewhere]
      .map(({ caller }) => ({ purpose: 'alert', user_id: caller.userId }))
      .toSorted((a, b) => a.user_id.localeCompare(b.user_id)),
  )
})
