import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let admin: SignedIn
let operator: SignedIn

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  admin = await org.signIn('admin')
  operator = await org.signIn('operator')
})

const url = '/api/v1/prompt-packs'
const make = (payload: object = { name: 'Night', instructions: 'Look for torches.' }, who = admin) =>
  world.call(who, { method: 'POST', url, payload })

async function newCamera(): Promise<string> {
  const id = uuidv7()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, 'Gate', 'rtsp')`,
    [org.orgId, id, org.siteId],
  )
  return id
}
const give = (camera: string, prompt_pack_id: string | null) =>
  world.call(operator, { method: 'PATCH', url: `/api/v1/cameras/${camera}`, payload: { prompt_pack_id } })

describe('prompt packs', () => {
  it('are made, read, changed and removed by an admin, and audited', async () => {
    const made = await make()
    expect(made.statusCode).toBe(201)
    const pack = made.json<{ id: string; created_at: string }>()
    expect(pack).toMatchObject({ name: 'Night', instructions: 'Look for torches.' })
    const one = `${url}/${pack.id}`
    expect((await world.call(operator, { url: one })).json()).toEqual(pack)
    const changed = await world.call(admin, { method: 'PATCH', url: one, payload: { name: 'Dusk' } })
    expect(changed.json()).toMatchObject({ name: 'Dusk', instructions: 'Look for torches.' })
    expect((await world.call(operator, { url })).json()).toMatchObject({ data: [{ name: 'Dusk' }], total: 1 })
    expect((await world.call(admin, { method: 'DELETE', url: one })).statusCode).toBe(204)
    expect((await world.call(operator, { url: one })).statusCode).toBe(404)
    for (const method of ['PATCH', 'DELETE'] as const) {
      const payload = method === 'PATCH' ? { name: 'x' } : undefined
      expect((await world.call(admin, { method, url: one, ...(payload && { payload }) })).statusCode).toBe(
        404,
      )
    }
    const actions = await world.test.query<{ action: string }>(
      `select action from audit_log where org_id = $1 and target_kind = 'prompt_pack' order by id`,
      [org.orgId],
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'prompt_pack.created',
      'prompt_pack.updated',
      'prompt_pack.deleted',
    ])
  })

  it.each([
    {},
    { name: 'Night' },
    { name: ' ', instructions: 'x' },
    { name: 'x'.repeat(101), instructions: 'x' },
    { name: 'Night', instructions: ' ' },
    { name: 'Night', instructions: 'x'.repeat(8001) },
  ])('refuse %o', async (payload) => {
    expect((await make(payload)).statusCode).toBe(400)
  })

  it('refuse an empty change', async () => {
    const { id } = (await make()).json<{ id: string }>()
    for (const payload of [{}, { color: 'red' }]) {
      expect((await world.call(admin, { method: 'PATCH', url: `${url}/${id}`, payload })).statusCode).toBe(
        400,
      )
    }
  })

  it('are listed page by page, each once', async () => {
    for (const name of ['A', 'B', 'C']) await make({ name, instructions: 'x' })
    const first = (await world.call(operator, { url, query: { limit: '2' } })).json()
    const rest = (
      await world.call(operator, { url, query: { limit: '2', cursor: first.next_cursor } })
    ).json()
    const names = [...first.data, ...rest.data].map(({ name }: { name: string }) => name)
    expect([names, first.total, rest.next_cursor]).toEqual([['A', 'B', 'C'], 3, null])
  })
})

describe('a pack of a camera', () => {
  it('must be one of the organisation', async () => {
    const camera = await newCamera()
    const { id } = (await make()).json<{ id: string }>()
    expect((await give(camera, id)).json()).toMatchObject({ prompt_pack_id: id })
    const other = await world.createOrg()
    const foreign = await make(undefined, await other.signIn('admin'))
    for (const wrong of [foreign.json<{ id: string }>().id, randomUUID()]) {
      expect((await give(camera, wrong)).statusCode).toBe(404)
    }
    const shown = await world.call(operator, { url: `/api/v1/cameras/${camera}` })
    expect(shown.json()).toMatchObject({ prompt_pack_id: id })
    expect((await give(camera, null)).json()).toMatchObject({ prompt_pack_id: null })
  })

  it('stays while the camera uses it, and not because a deleted one did', async () => {
    const camera = await newCamera()
    const { id } = (await make()).json<{ id: string }>()
    await give(camera, id)
    const remove = () => world.call(admin, { method: 'DELETE', url: `${url}/${id}` })
    const kept = await remove()
    expect([kept.statusCode, kept.json().error]).toEqual([
      409,
      { code: 'conflict', message: expect.stringContaining('in use by 1') },
    ])
    await world.call(operator, { method: 'DELETE', url: `/api/v1/cameras/${camera}` })
    expect((await remove()).statusCode).toBe(204)
  })

  it('is either kept or refused when it is removed at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const camera = await newCamera()
      const { id } = (await make()).json<{ id: string }>()
      const [given, removed] = await Promise.all([
        give(camera, id),
        world.call(admin, { method: 'DELETE', url: `${url}/${id}` }),
      ])
      const shown = (await world.call(operator, { url: `/api/v1/cameras/${camera}` })).json()
      const outcome = [given.statusCode, removed.statusCode, shown.prompt_pack_id]
      expect([
        [200, 409, id],
        [404, 204, null],
      ]).toContainEqual(outcome)
    }
  })
})
