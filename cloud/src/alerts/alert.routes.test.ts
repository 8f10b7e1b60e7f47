import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCamera } from '../testing/seed.js'
import { createTestApp, type TestApp, type TestOrg } from '../testing/test-app.js'
import type { SignedIn } from '../testing/test-user.js'
import { fireAlerts } from './fire-alerts.js'

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
  await world.platform.database.inOrg(org.orgId, (tx) => fireAlerts(tx, org.orgId, [event]))
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
