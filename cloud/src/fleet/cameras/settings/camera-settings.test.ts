import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let operator: SignedIn
let camera: string

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  operator = await org.signIn('operator')
  camera = uuidv7()
  await world.test.query(
    `insert into cameras (org_id, id, site_id, name, type, status_changed_at) values ($1, $2, $3, 'Gate', 'rtsp', '2026-01-01')`,
    [org.orgId, camera, org.siteId],
  )
})

const patch = (payload: object) =>
  world.call(operator, { method: 'PATCH', url: `/api/v1/cameras/${camera}`, payload })
const read = async () => (await world.call(operator, { url: `/api/v1/cameras/${camera}` })).json()

const zone = (points: number[][]) => ({ name: 'Door', kind: 'exclude', points })
const triangle = [
  [0, 0],
  [1, 0],
  [0.5, 1],
]

describe('a field of a camera', () => {
  it.each<[string, unknown[], unknown[]]>([
    ['name', ['x', 'x'.repeat(100)], ['', ' ', 'x'.repeat(101), null, 7]],
    ['enabled', [false, true], ['true', 1, null]],
    ['status', ['pending', 'online', 'offline', 'error', 'disabled'], ['lost', '', null]],
    ['recording_duration_sec', [5, 120], [4, 121, 5.5, '10', null]],
    ['pre_event_buffer_sec', [0, 10], [-1, 11, 0.5, null]],
    ['post_event_buffer_sec', [0, 10], [-1, 11, null]],
    ['ai_analysis_mode', ['snapshot_only', 'multi_frame', 'full_video', 'disabled'], ['all', null]],
    ['ai_pass_mode', ['one_pass', 'two_pass'], ['three_pass', null]],
    ['ai_provider_override', ['anthropic', null], ['x'.repeat(101), 7]],
    ['ai_model_override', ['a-model', null], ['x'.repeat(101)]],
    ['motion_sensitivity', ['low', 'medium', 'high'], ['extreme', null]],
    ['detection_stream', ['main', 'sub'], ['third', null]],
    ['recording_stream', ['sub', 'main'], ['third', null]],
    ['stream_transport', ['udp', 'tcp'], ['http', null]],
    ['stream_mode', ['dual', 'single'], ['triple', null]],
    [
      'motion_zones_json',
      [[], [zone(triangle)], Array(32).fill(zone(triangle))],
      [
        [zone(triangle.slice(1))],
        [zone([...triangle, [1.01, 0]])],
        [zone([[0, 0, 0], ...triangle])],
        [{ ...zone(triangle), kind: 'maybe' }],
        Array(33).fill(zone(triangle)),
        null,
        '[]',
      ],
    ],
  ])('%s takes what the interface says, and nothing else', async (field, good, bad) => {
    for (const value of good) {
      const answer = await patch({ [field]: value })
      expect([answer.statusCode, answer.json()[field]], JSON.stringify(value)).toEqual([200, value])
      expect((await read())[field]).toEqual(value)
    }
    const before = await read()
    for (const value of bad) {
      const answer = await patch({ name: 'Changed', [field]: value })
      expect([answer.statusCode, answer.json().error?.code], JSON.stringify(value)).toEqual([
        400,
        'validation_error',
      ])
    }
    expect(await read()).toEqual(before)
  })

  it('that cannot be updated is dropped without a word', async () => {
    const before = await read()
    const fixed = {
      id: uuidv7(),
      org_id: uuidv7(),
      gateway_id: uuidv7(),
      type: 'onvif',
      connection_mode: 'direct',
    }
    const answer = await patch({
      ...fixed,
      active_tier: 'sub',
      created_at: 'now',
      deleted_at: 'now',
      color: 'red',
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, before])
  })

  it('names a site of the organisation', async () => {
    const siteId = await org.addSite('Yard')
    expect((await patch({ site_id: siteId })).json()).toMatchObject({ site_id: siteId })
    expect((await patch({ site_id: uuidv7() })).statusCode).toBe(404)
  })
})

it('the time of a status is that of its last change, by whomever', async () => {
  const changedAt = async () => {
    const [row] = await world.test.query<{ at: Date }>(
      'select status_changed_at as at from cameras where id = $1',
      [camera],
    )
    return row?.at.getTime() ?? 0
  }
  const start = await changedAt()
  await patch({ name: 'Yard', status: 'pending' })
  expect(await changedAt()).toBe(start)
  await patch({ status: 'error' })
  const overridden = await changedAt()
  expect(overridden).toBeGreaterThan(start)
  await patch({ enabled: false })
  expect(await read()).toMatchObject({ enabled: false, status: 'disabled' })
  expect(await changedAt()).toBeGreaterThanOrEqual(overridden)
  await patch({ enabled: true, status: 'offline' })
  expect(await read()).toMatchObject({ enabled: true, status: 'offline' })
})
