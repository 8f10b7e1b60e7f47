import { AnalysisFocusPreset } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let viewer: SignedIn
let camera: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  viewer = await org.signIn('viewer', [org.siteId])
  camera = uuidv7()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, name, type) values ($1, $2, $3, 'Gate', 'rtsp')`,
    [org.orgId, camera, org.siteId],
  )
})

const url = () => `/api/v1/cameras/${camera}/analysis-focus`
const get = (who: SignedIn = viewer) => world.call(who, { url: url() })
const put = (payload: object, who: SignedIn = viewer) =>
  world.call(who, { method: 'PUT', url: url(), payload })
const nights = [{ days: ['mon', 'sun'], from: '22:00', to: '06:00' }]

describe('the focus of a camera', () => {
  it('is empty until it is written, by whoever sees the camera', async () => {
    expect((await get()).json()).toEqual({
      camera_id: camera,
      version: 0,
      focus_text: '',
      ignore_guidance: '',
      monitoring_schedule: [],
      updated_at: null,
      updated_by: null,
    })
    const written = await put({
      focus_text: ' People at the fence ',
      ignore_guidance: 'Cats',
      monitoring_schedule: nights,
    })
    expect(written.json()).toMatchObject({
      version: 1,
      focus_text: 'People at the fence',
      ignore_guidance: 'Cats',
      monitoring_schedule: nights,
      updated_by: { kind: 'user', id: viewer.caller.userId },
    })
    expect((await get()).json()).toEqual(written.json())
    const audit = await world.test.query(
      `select target_id, data from audit_log where org_id = $1 and action = 'camera.analysis_focus_changed'`,
      [org.orgId],
    )
    expect(audit).toEqual([{ target_id: camera, data: { version: 1 } }])
  })

  it('is replaced whole: what is left out becomes empty', async () => {
    await put({ focus_text: 'People', ignore_guidance: 'Cats', monitoring_schedule: nights })
    expect((await put({ focus_text: 'Cars' })).json()).toMatchObject({
      version: 2,
      focus_text: 'Cars',
      ignore_guidance: '',
      monitoring_schedule: [],
    })
  })

  it('can be read, changed and written back; over an older version it is a 409', async () => {
    await put({ focus_text: 'People' })
    const read = (await get()).json()
    expect((await put({ ...read, focus_text: 'Cars' })).json().version).toBe(2)
    const late = await put({ ...read, focus_text: 'Dogs' })
    expect([late.statusCode, late.json().error.code]).toEqual([409, 'conflict'])
    expect((await get()).json().focus_text).toBe('Cars')
  })

  it('makes no version of the same text', async () => {
    await put({ focus_text: 'People' })
    expect((await put({ focus_text: 'People' })).json().version).toBe(1)
  })

  it('gets every version once when many write at the same time, and one of those that say over which', async () => {
    const free = await Promise.all(Array.from({ length: 12 }, (_, n) => put({ focus_text: `text ${n}` })))
    expect(new Set(free.map((answer) => answer.json().version)).size).toBe(12)
    const bound = await Promise.all(
      Array.from({ length: 12 }, (_, n) => put({ focus_text: `later ${n}`, version: 12 })),
    )
    expect(bound.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(bound.filter(({ statusCode }) => statusCode === 409)).toHaveLength(11)
  })

  it.each([
    {},
    { focus_text: 'x'.repeat(4001) },
    { focus_text: 'x', ignore_guidance: 'x'.repeat(4001) },
    { focus_text: 'x', monitoring_schedule: [{ days: [], from: '08:00', to: '18:00' }] },
    { focus_text: 'x', monitoring_schedule: [{ days: ['mon', 'mon'], from: '08:00', to: '18:00' }] },
    { focus_text: 'x', monitoring_schedule: [{ days: ['monday'], from: '08:00', to: '18:00' }] },
    { focus_text: 'x', monitoring_schedule: [{ days: ['mon'], from: '8:00', to: '18:00' }] },
    { focus_text: 'x', monitoring_schedule: [{ days: ['mon'], from: '24:00', to: '18:00' }] },
    { focus_text: 'x', monitoring_schedule: [{ days: ['mon'], from: '08:00', to: '08:00' }] },
    { focus_text: 'x', monitoring_schedule: Array(22).fill(nights[0]) },
    { focus_text: 'x', version: -1 },
  ])('refuses %o', async (payload) => {
    expect((await put(payload)).statusCode).toBe(400)
    expect((await get()).json().version).toBe(0)
  })

  it('is out of reach for a viewer of another site, and gone with its camera', async () => {
    const stranger = await org.signIn('viewer', [await org.addSite('Elsewhere')])
    expect((await get(stranger)).statusCode).toBe(403)
    expect((await put({ focus_text: 'x' }, stranger)).statusCode).toBe(403)
    await world.call(await org.signIn('operator'), { method: 'DELETE', url: `/api/v1/cameras/${camera}` })
    expect((await put({ focus_text: 'x' })).statusCode).toBe(404)
  })
})

describe('the history of a focus', () => {
  const history = (query: Record<string, string> = {}) =>
    world.call(viewer, { url: `${url()}/history`, query })

  it('has every version, newest first, page by page', async () => {
    for (let n = 1; n <= 25; n += 1) await put({ focus_text: `text ${n}` })
    const first = (await history()).json()
    expect([first.total, first.data.length, first.data[0].version, first.data[19].version]).toEqual([
      25, 20, 25, 6,
    ])
    const rest = (await history({ cursor: first.next_cursor })).json()
    expect([rest.data.map(({ version }: { version: number }) => version), rest.next_cursor]).toEqual([
      [5, 4, 3, 2, 1],
      null,
    ])
    expect((await history({ limit: '100' })).json().data).toHaveLength(25)
    expect((await history({ limit: '101' })).statusCode).toBe(400)
    expect((await history({ cursor: 'x' })).statusCode).toBe(400)
  })
})

it('the presets are those of the interface, complete, and can be written as they are', async () => {
  const { data } = (await world.call(viewer, { url: '/api/v1/analysis-focus-presets' })).json()
  const presets = AnalysisFocusPreset.array().parse(data)
  expect(presets.map(({ id }) => id)).toEqual([
    'baby_safety',
    'package_delivery',
    'perimeter_security',
    'elderly_care',
    'pet_monitoring',
    'retail_security',
    'traffic_monitoring',
  ])
  for (const { focus_text, ignore_guidance, monitoring_schedule } of presets) {
    expect(Math.min(focus_text.length, ignore_guidance.length)).toBeGreaterThan(80)
    expect((await put({ focus_text, ignore_guidance, monitoring_schedule })).statusCode).toBe(200)
  }
})
