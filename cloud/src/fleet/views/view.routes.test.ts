import type { View } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn
/** At the first site, at the first site, at another one. */
let cameras: readonly [string, string, string]
let yard: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

async function addCamera(siteId: string): Promise<string> {
  const id = uuidv7()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, 'Camera', 'rtsp')`,
    [org.orgId, id, siteId],
  )
  return id
}

beforeAll(async () => {
  org = await world.createOrg()
  yard = await org.addSite('Yard')
  cameras = [await addCamera(org.siteId), await addCamera(org.siteId), await addCamera(yard)]
  operator = await org.signIn('operator')
})

const url = '/api/v1/views'
const make = (who: SignedIn, body: object) => world.call(who, { method: 'POST', url, payload: body })
const change = (who: SignedIn, id: string, body: object) =>
  world.call(who, { method: 'PATCH', url: `${url}/${id}`, payload: body })
const remove = (who: SignedIn, id: string) => world.call(who, { method: 'DELETE', url: `${url}/${id}` })
const read = async (who: SignedIn): Promise<View[]> => (await world.call(who, { url })).json().data
const of = (...ids: string[]) => ids.map((id) => ({ camera_id: id }))

async function made(who: SignedIn, body: object): Promise<View> {
  const answer = await make(who, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

describe('a view of a person', () => {
  it('is made, read, changed and deleted by them, and is there for nobody else', async () => {
    const viewer = await org.signIn('viewer', [org.siteId])
    const view = await made(viewer, { name: 'Doors', cameras: of(cameras[0]) })
    expect(view).toMatchObject({ shared: false, layout: 'even', rotate_sec: null, position: 0 })
    const body = {
      name: 'Both',
      layout: 'by_hand',
      rotate_sec: 20,
      cameras: [
        { camera_id: cameras[1], size: 3 },
        { camera_id: cameras[0], size: 1 },
      ],
    }
    const changed = (await change(viewer, view.id, body)).json<View>()
    expect(changed).toMatchObject({ ...body, shared: false, created_at: view.created_at })
    expect(await read(viewer)).toEqual([changed])
    const owner = await org.signIn('owner')
    expect(await read(owner)).toEqual([])
    for (const answer of [
      await world.call(owner, { url: `${url}/${view.id}` }),
      await change(owner, view.id, { name: 'Mine' }),
      await remove(owner, view.id),
    ])
      expect(answer.statusCode).toBe(404)
    expect((await remove(viewer, view.id)).statusCode).toBe(204)
    expect(await read(viewer)).toEqual([])
  })

  it('keeps of its cameras those that they still see', async () => {
    const viewer = await org.signIn('viewer', [org.siteId, yard])
    const view = await made(viewer, { name: 'All', cameras: of(cameras[2], cameras[0]) })
    await world.test.query('delete from user_sites where org_id = $1 and user_id = $2 and site_id = $3', [
      org.orgId,
      viewer.caller.userId,
      yard,
    ])
    const answer = await world.call(viewer, { url: `${url}/${view.id}` })
    expect(answer.json<View>().cameras).toEqual([{ camera_id: cameras[0], size: 1 }])
  })

  it('goes with the person', async () => {
    const guard = await org.signIn('operator')
    await made(guard, { name: 'Night', cameras: of(cameras[0]) })
    const left = () =>
      world.test.query('select 1 from views where org_id = $1 and user_id = $2', [
        org.orgId,
        guard.caller.userId,
      ])
    expect(await left()).toHaveLength(1)
    await world.test.query('delete from users where org_id = $1 and id = $2', [
      org.orgId,
      guard.caller.userId,
    ])
    expect(await left()).toEqual([])
  })
})

describe('a view of the organisation', () => {
  it('is there for everybody, with the cameras that they see, and not for who sees none of them', async () => {
    const view = await made(operator, {
      name: 'Shared',
      shared: true,
      cameras: of(cameras[2], cameras[0]),
    })
    const inYard = await org.signIn('viewer', [yard])
    expect(await read(inYard)).toMatchObject([{ id: view.id, cameras: [{ camera_id: cameras[2] }] }])
    const nowhere = await org.signIn('viewer', [await org.addSite('Empty')])
    expect(await read(nowhere)).toEqual([])
    expect((await world.call(nowhere, { url: `${url}/${view.id}` })).statusCode).toBe(404)
    expect((await remove(operator, view.id)).statusCode).toBe(204)
  })

  it('is made, changed and deleted by operators, and a viewer shares nothing', async () => {
    const viewer = await org.signIn('viewer', [org.siteId])
    const body = { name: 'Shared', shared: true, cameras: of(cameras[0]) }
    expect((await make(viewer, body)).statusCode).toBe(403)
    const view = await made(operator, body)
    expect((await change(viewer, view.id, { name: 'Mine' })).statusCode).toBe(403)
    expect((await change(viewer, view.id, { shared: false })).statusCode).toBe(403)
    expect((await remove(viewer, view.id)).statusCode).toBe(403)
    const own = await made(viewer, { name: 'Own', cameras: of(cameras[0]) })
    expect((await change(viewer, own.id, { shared: true })).statusCode).toBe(403)
    expect((await remove(operator, view.id)).statusCode).toBe(204)
  })

  it('becomes the own one of who takes it back, and another one is shared', async () => {
    const view = await made(operator, { name: 'Docks', shared: true, cameras: of(cameras[0]) })
    const viewer = await org.signIn('viewer', [org.siteId])
    expect((await change(operator, view.id, { shared: false })).json()).toMatchObject({ shared: false })
    expect(await read(viewer)).toEqual([])
    expect((await change(operator, view.id, { shared: true })).json()).toMatchObject({ shared: true })
    expect((await read(viewer)).map(({ id }) => id)).toEqual([view.id])
    await remove(operator, view.id)
  })
})

describe('a place', () => {
  it('makes room for the others, in each group by itself, and is closed up by what goes', async () => {
    const guard = await org.signIn('operator')
    const names = async () => (await read(guard)).map(({ name, position }) => `${name}${position}`)
    const [a, b] = [
      await made(guard, { name: 'A', cameras: of(cameras[0]) }),
      await made(guard, { name: 'B', cameras: of(cameras[0]) }),
    ]
    await made(guard, { name: 'C', cameras: of(cameras[0]), position: 0 })
    const shared = await made(guard, { name: 'S', shared: true, cameras: of(cameras[0]) })
    expect(await names()).toEqual(['S0', 'C0', 'A1', 'B2'])
    await change(guard, b.id, { position: 1 })
    expect(await names()).toEqual(['S0', 'C0', 'B1', 'A2'])
    await change(guard, a.id, { shared: true, position: 0 })
    expect(await names()).toEqual(['A0', 'S1', 'C0', 'B1'])
    await remove(guard, a.id)
    expect(await names()).toEqual(['S0', 'C0', 'B1'])
    await remove(guard, shared.id)
  })
})

describe('it is refused', () => {
  it.each([
    ['without a camera', { cameras: [] }],
    ['with a camera twice', { cameras: [{ camera_id: 'same' }, { camera_id: 'same' }] }],
    ['with a size of 4', { cameras: [{ camera_id: 'same', size: 4 }] }],
    ['with a rotation of 5 s', { rotate_sec: 5 }],
    ['with a layout that is not known', { layout: 'circle' }],
  ])('%s', async (_, part) => {
    const payload = { name: 'View', cameras: of(cameras[0]), ...part }
    const body: unknown = JSON.parse(JSON.stringify(payload).replaceAll('"same"', `"${cameras[0]}"`))
    expect((await make(operator, body as object)).statusCode).toBe(400)
  })

  it('for a camera at a site that is not the caller’s, for one that was deleted, and beyond fifty', async () => {
    const viewer = await org.signIn('viewer', [yard])
    expect((await make(viewer, { name: 'X', cameras: of(cameras[0]) })).statusCode).toBe(403)
    const gone = await addCamera(org.siteId)
    const kept = await made(operator, { name: 'Y', cameras: of(gone, cameras[0]) })
    await world.test.query('update cameras set deleted_at = now() where org_id = $1 and id = $2', [
      org.orgId,
      gone,
    ])
    expect((await make(operator, { name: 'X', cameras: of(gone) })).statusCode).toBe(404)
    expect((await world.call(operator, { url: `${url}/${kept.id}` })).json().cameras).toHaveLength(1)
    for (let n = 1; n < 50; n += 1) await made(operator, { name: `View ${n}`, cameras: of(cameras[0]) })
    const answer = await make(operator, { name: 'One more', cameras: of(cameras[0]) })
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'conflict'])
    expect((await read(operator)).filter(({ shared }) => !shared)).toHaveLength(50)
  })
})
