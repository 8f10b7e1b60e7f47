import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCamera } from '#testing/seed.js'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { RuleIndexCache } from '../rules/rule-index-cache.service.js'
import { createImmediateAlerts } from './immediate-alerts.service.js'

const ruleIndexes = new RuleIndexCache()

let world: TestApp
let org: TestOrg
let operator: SignedIn

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
  operator = await org.signIn('operator')
  const rule = { name: 'Anything', rule_kind: 'camera_event', cooldown_sec: 60 }
  await world.call(operator, { method: 'POST', url: '/api/v1/alert-rules', payload: rule })
})
afterAll(() => world.close())

const url = '/api/v1/alerts'

/** Lets an event happen at a camera of its own, at `siteId`, and gives the id of its alert. */
async function fire(siteId = org.siteId): Promise<string> {
  const gatewayId = randomUUID()
  await world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Box', $3)`, [
    org.orgId,
    gatewayId,
    siteId,
  ])
  const cameraId = await seedCamera(world.test, { orgId: org.orgId, siteId, gatewayId })
  const event = {
    id: randomUUID(),
    camera_id: cameraId,
    camera_name: 'Front door',
    site_id: siteId,
    event_category: 'motion' as const,
    trigger_topic: '',
    trigger_source: 'onvif',
    triggered_at: new Date(),
    late: false,
  }
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, event_category, trigger_source, triggered_at)
     values ($1, $2, $3, $4, 'motion', 'onvif', now())`,
    [org.orgId, event.id, cameraId, siteId],
  )
  await world.platform.database.inOrg(org.orgId, (tx) =>
    createImmediateAlerts(ruleIndexes, tx, org.orgId, [event]),
  )
  const [alert] = await world.test.query<{ id: string }>('select id from alerts where event_id = $1', [
    event.id,
  ])
  if (!alert) throw new Error('no alert fired')
  return alert.id
}

const patch = (id: string, what: string, payload?: object, who = operator) =>
  world.call(who, { method: 'PATCH', url: `${url}/${id}/${what}`, ...(payload && { payload }) })

const timeline = async (id: string) =>
  (await world.call(operator, { url: `${url}/${id}/timeline` })).json<{ entries: object[] }>().entries

describe('/api/v1/alerts', () => {
  it('is acknowledged once, with who and when', async () => {
    const id = await fire()
    const first = await patch(id, 'acknowledge')
    expect(first.json()).toMatchObject({ id, status: 'acknowledged', acknowledged_at: expect.any(String) })
    expect((await patch(id, 'acknowledge')).json()).toEqual(first.json())
    expect(await timeline(id)).toMatchObject([
      { action: 'fired', actor: null },
      { action: 'acknowledged', actor: expect.any(String) },
    ])
  })

  it('takes both published names of a status', async () => {
    const id = await fire()
    const seen: unknown[] = []
    for (const status of ['in_progress', 'resolved', 'open', 'acknowledged'])
      seen.push((await patch(id, 'status', { status })).json<{ status: string }>().status)
    expect(seen).toEqual(['acknowledged', 'resolved', 'new', 'acknowledged'])
    expect((await patch(id, 'status', { status: 'closed' })).statusCode).toBe(400)
    expect(await timeline(id)).toMatchObject([
      {},
      { action: 'status_changed', to: 'acknowledged' },
      { action: 'status_changed', to: 'resolved' },
      { action: 'status_changed', to: 'new' },
      { action: 'status_changed', to: 'acknowledged' },
    ])
  })

  it('lists newest first, filtered and in pages without repeats', async () => {
    const ids = [await fire(), await fire(), await fire()]
    await patch(ids[1] ?? '', 'status', { status: 'resolved' })
    const resolved = await world.call(operator, { url, query: { status: 'resolved' } })
    expect(resolved.json()).toMatchObject({ data: [{ id: ids[1] }], total: 1 })
    await patch(ids[0] ?? '', 'acknowledge')
    const listed = async (statuses: string[]) => {
      const { data, total } = (await world.call(operator, { url, query: { statuses } })).json()
      expect(data).toHaveLength(total)
      return data.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))
    }
    expect(await listed(['resolved', 'new'])).toEqual([ids[2], ids[1]])
    expect(await listed(['open', 'in_progress', 'new'])).toEqual([ids[2], ids[0]])
    expect(await listed(['new', 'acknowledged', 'resolved'])).toEqual(ids.toReversed())
    const both = await world.call(operator, {
      url,
      query: { status: 'resolved', statuses: ['new', 'resolved'] },
    })
    expect(both.json()).toMatchObject({ data: [{ id: ids[1] }], total: 1 })
    expect((await world.call(operator, { url, query: { statuses: ['new', 'closed'] } })).statusCode).toBe(400)
    const all: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: Record<string, string> = cursor === '' ? { limit: '2' } : { limit: '2', cursor }
      const page = (await world.call(operator, { url, query })).json<{
        data: { id: string }[]
        next_cursor: string | null
      }>()
      all.push(...page.data.map((alert) => alert.id))
      cursor = page.next_cursor
    }
    expect(all.slice(0, 3)).toEqual(ids.toReversed())
    expect(new Set(all).size).toBe(all.length)
    const future = await world.call(operator, { url, query: { date_from: '2199-01-01' } })
    expect(future.json()).toMatchObject({ data: [], total: 0 })
    expect((await world.call(operator, { url, query: { cursor: 'x' } })).statusCode).toBe(400)
  })

  it('filters by site, camera and severities, in the list and in the counts', async () => {
    const yard = await org.addSite('Yard')
    const [high, low] = [await fire(yard), await fire(yard)]
    await world.test.query(`update alerts set severity = 'critical' where id = $1`, [high])
    await world.test.query(`update alerts set severity = 'low' where id = $1`, [low])
    const [first] = await world.test.query<{ camera_id: string }>(
      'select camera_id from alerts where id = $1',
      [high],
    )
    const found: [query: Record<string, string | string[]>, ids: string[]][] = [
      [{ site_id: yard }, [low, high]],
      [{ camera_id: first?.camera_id ?? '' }, [high]],
      [{ site_id: yard, severity: 'low' }, [low]],
      [{ site_id: yard, severity: ['critical', 'low'] }, [low, high]],
      [{ site_id: yard, severity: 'medium' }, []],
    ]
    for (const [query, ids] of found) {
      const { data, total } = (await world.call(operator, { url, query })).json<{
        data: { id: string }[]
        total: number
      }>()
      expect([data.map(({ id }) => id), total], JSON.stringify(query)).toEqual([ids, ids.length])
      const stats = await world.call(operator, { url: `${url}/stats`, query })
      expect(stats.json()).toMatchObject({ total: ids.length })
    }
    const statusOf = async (query: Record<string, string>) =>
      (await world.call(operator, { url, query })).statusCode
    expect(await statusOf({ severity: 'grave' })).toBe(400)
    expect(await statusOf({ camera_id: randomUUID() })).toBe(404)
    const elsewhere = await org.signIn('viewer', [org.siteId])
    expect((await world.call(elsewhere, { url, query: { site_id: yard } })).statusCode).toBe(403)
  })

  it('are acknowledged and resolved together, each with its outcome', async () => {
    const [one, two] = [await fire(), await fire()]
    const unknown = randomUUID()
    const bulk = (what: string, ids: string[], who = operator) =>
      world.call(who, { method: 'POST', url: `${url}/${what}`, payload: { ids } })
    expect((await bulk('bulk-acknowledge', [two, unknown, one, two])).json()).toEqual({
      data: [
        { id: two, outcome: 'done' },
        { id: unknown, outcome: 'not_found' },
        { id: one, outcome: 'done' },
      ],
      total: 3,
    })
    await bulk('bulk-resolve', [one])
    // One that is resolved does not become acknowledged again.
    expect((await bulk('bulk-acknowledge', [one])).json().data).toEqual([{ id: one, outcome: 'done' }])
    expect(await timeline(one)).toMatchObject([
      { action: 'fired' },
      { action: 'acknowledged' },
      { action: 'status_changed', to: 'resolved' },
    ])

    const stranger = await (await world.createOrg()).signIn('owner')
    expect((await bulk('bulk-resolve', [two], stranger)).json().data).toEqual([
      { id: two, outcome: 'not_found' },
    ])
    expect((await world.call(operator, { url: `${url}/${two}` })).json()).toMatchObject({
      status: 'acknowledged',
    })
    expect((await bulk('bulk-resolve', [two], await org.signIn('viewer', [org.siteId]))).statusCode).toBe(403)
    expect((await bulk('bulk-resolve', [])).statusCode).toBe(400)
  })

  it('shows a viewer the alerts of their sites only', async () => {
    const own = await org.addSite('Own')
    const [mine, theirs] = [await fire(own), await fire()]
    const viewer = await org.signIn('viewer', [own])
    expect((await world.call(viewer, { url })).json()).toMatchObject({ data: [{ id: mine }], total: 1 })
    expect((await world.call(viewer, { url: `${url}/${theirs}` })).statusCode).toBe(403)
    expect((await patch(mine, 'acknowledge', undefined, viewer)).statusCode).toBe(403)
  })

  it('is not there for another organisation', async () => {
    const id = await fire()
    const stranger = await (await world.createOrg()).signIn('owner')
    expect((await world.call(stranger, { url: `${url}/${id}` })).statusCode).toBe(404)
    expect((await world.call(stranger, { url: `${url}/${id}/timeline` })).statusCode).toBe(404)
    expect((await patch(id, 'acknowledge', undefined, stranger)).statusCode).toBe(404)
    expect((await world.call(stranger, { url })).json()).toMatchObject({ data: [], total: 0 })
  })
})
