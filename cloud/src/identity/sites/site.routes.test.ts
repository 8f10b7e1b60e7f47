import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'

let world: TestApp
let org: TestOrg

beforeAll(async () => {
  world = await createTestApp()
  org = await world.createOrg()
})
afterAll(() => world.close())

const url = '/api/v1/sites'

describe('/api/v1/sites', () => {
  it('is made, read, changed and removed by an admin', async () => {
    const admin = await org.signIn('admin')
    const made = await world.call(admin, {
      method: 'POST',
      url,
      payload: { name: 'Warehouse', timezone: 'Europe/Zurich' },
    })
    expect(made.statusCode).toBe(201)
    const site = made.json<{ id: string }>()
    expect(site).toMatchObject({ name: 'Warehouse', timezone: 'Europe/Zurich', address: null })
    const changed = await world.call(admin, {
      method: 'PATCH',
      url: `${url}/${site.id}`,
      payload: { address: 'Dock 3' },
    })
    expect(changed.json()).toEqual({ ...site, address: 'Dock 3' })
    expect((await world.call(admin, { method: 'DELETE', url: `${url}/${site.id}` })).statusCode).toBe(204)
    expect((await world.call(admin, { url: `${url}/${site.id}` })).statusCode).toBe(404)
  })

  it.each([{ name: '' }, { name: 'x'.repeat(101) }, { name: 'Yard', timezone: 'Mars/Olympus' }, {}])(
    'refuses %o with a 400',
    async (payload) => {
      const answer = await world.call(await org.signIn('admin'), { method: 'POST', url, payload })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ error: { code: 'validation_error' } })
    },
  )

  it('keeps a site that is in use', async () => {
    const siteId = await org.addSite('In use')
    await world.test.query(`insert into gateways (org_id, id, name, site_id) values ($1, $2, 'Box', $3)`, [
      org.orgId,
      randomUUID(),
      siteId,
    ])
    const answer = await world.call(await org.signIn('admin'), { method: 'DELETE', url: `${url}/${siteId}` })
    expect(answer.statusCode).toBe(409)
  })

  it('lets a site go whose gateways were deleted, with the audit trail kept', async () => {
    const siteId = await org.addSite('Closed')
    const admin = await org.signIn('admin')
    const made = await world.call(admin, {
      method: 'POST',
      url: '/api/v1/gateways/generate-pairing-code',
      payload: { name: 'Box', site_id: siteId },
    })
    const { id } = made.json()
    const remove = (path: string) => world.call(admin, { method: 'DELETE', url: `/api/v1/${path}` })
    expect((await remove(`sites/${siteId}`)).statusCode).toBe(409)
    expect((await remove(`gateways/${id}`)).statusCode).toBe(204)
    expect((await remove(`sites/${siteId}`)).statusCode).toBe(204)
    const trail = await world.call(admin, { url: `/api/v1/audit-log?target_id=${id}` })
    expect(trail.json().total).toBe(2)
  })

  it('shows a viewer only their own sites', async () => {
    const own = await org.addSite('Own')
    const viewer = await org.signIn('viewer', [own])
    const list = await world.call(viewer, { url })
    expect(list.json()).toMatchObject({ data: [{ id: own }], total: 1, next_cursor: null })
    expect((await world.call(viewer, { url: `${url}/${org.siteId}` })).statusCode).toBe(403)
    expect((await world.call(viewer, { method: 'POST', url, payload: { name: 'X' } })).statusCode).toBe(403)
  })

  it('pages through all sites once', async () => {
    const other = await world.createOrg()
    for (const name of ['B', 'A', 'C', 'A']) await other.addSite(name)
    const owner = await other.signIn('owner')
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: Record<string, string> = cursor === '' ? { limit: '2' } : { limit: '2', cursor }
      const answer = await world.call(owner, { url, query })
      const page = answer.json<{ data: { name: string }[]; next_cursor: string | null; total: number }>()
      expect(page.total).toBe(5)
      names.push(...page.data.map((site) => site.name))
      cursor = page.next_cursor
    }
    expect(names).toEqual(['A', 'A', 'B', 'C', 'Test site'])
  })

  it('is not there for another organisation', async () => {
    const stranger = await (await world.createOrg()).signIn('owner')
    for (const method of ['GET', 'DELETE'] as const)
      expect((await world.call(stranger, { method, url: `${url}/${org.siteId}` })).statusCode).toBe(404)
    const patch = { method: 'PATCH' as const, url: `${url}/${org.siteId}`, payload: { name: 'Mine' } }
    expect((await world.call(stranger, patch)).statusCode).toBe(404)
  })
})
