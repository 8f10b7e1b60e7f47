import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answered, GatewayWorld, refused, startTestNodes, type TestNodes } from '../gateway-camera.fixture.js'

let nodes: TestNodes
let world: GatewayWorld

beforeAll(async () => {
  nodes = await startTestNodes({ probesPerMinute: 8 })
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await GatewayWorld.make(nodes)
  return () => world[Symbol.asyncDispose]()
})

const times = { started_at: '2026-03-14T09:42:00.120Z', stops_at: '2026-03-14T09:42:00.620Z' }
const moves = () => {
  world.gateway.answer = ({ type }) => (type === 'ptz' ? answered(times) : null)
}
const move = (id: string, payload: object, who = world.operator) =>
  world.call('POST', `/cameras/${id}/ptz`, payload, who)

describe('moving a camera', () => {
  it('goes through the gateway, with defaults, and into the audit', async () => {
    const id = await world.onvifCamera()
    moves()
    const answer = await move(id, { direction: 'pan_left' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        camera_id: id,
        direction: 'pan_left',
        magnitude: 0.5,
        duration_ms: 500,
        ...times,
        message: 'The camera moves.',
      },
    ])
    const [command] = world.gateway.framesOf('ptz')
    expect(command?.body).toMatchObject({
      camera_id: id,
      direction: 'pan_left',
      magnitude: 0.5,
      duration_ms: 500,
    })
    await move(id, { direction: 'zoom_in', magnitude: 1, duration_ms: 10_000 })
    expect((await move(id, { direction: 'pan_up', magnitude: 0 })).json().message).toBe('The camera stands.')
    expect(await world.audited('camera.ptz_moved')).toEqual([
      { direction: 'pan_left', magnitude: 0.5, duration_ms: 500 },
      { direction: 'zoom_in', magnitude: 1, duration_ms: 10_000 },
      { direction: 'pan_up', magnitude: 0, duration_ms: 500 },
    ])
  })

  it.each([
    {},
    { direction: 'left' },
    { direction: 'pan_left', magnitude: 1.1 },
    { direction: 'pan_left', magnitude: -0.1 },
    { direction: 'pan_left', magnitude: '1' },
    { direction: 'pan_left', duration_ms: 10_001 },
    { direction: 'pan_left', duration_ms: 99 },
  ])('refuses %o', async (payload) => {
    const id = await world.onvifCamera()
    expect((await move(id, payload)).statusCode).toBe(400)
    expect(world.gateway.framesOf('ptz')).toEqual([])
  })

  it('is for operators', async () => {
    const id = await world.onvifCamera()
    const viewer = await world.org.signIn('viewer', [world.org.siteId])
    expect((await move(id, { direction: 'pan_left' }, viewer)).statusCode).toBe(403)
  })

  it('says which camera cannot be moved, and which is not there, in our words', async () => {
    const id = await world.onvifCamera()
    for (const [code, status, words] of [
      ['unsupported', 409, /no PTZ/],
      ['camera_offline', 409, /not on line/],
      ['unavailable', 503, /try again/],
    ] as const) {
      world.gateway.answer = () => refused(code)
      const answer = await move(id, { direction: 'pan_left' })
      expect([answer.statusCode, answer.json().error.message]).toEqual([status, expect.stringMatching(words)])
      expect(answer.body).not.toContain('canary')
    }
    const fixed = await world.call('PATCH', `/cameras/${id}`, { enabled: false })
    expect(fixed.statusCode).toBe(200)
    expect((await move(id, { direction: 'pan_left' })).statusCode).toBe(409)
    expect(await world.audited('camera.ptz_moved')).toEqual([])
  })

  it('refuses one that is known by its stream only, without asking the gateway', async () => {
    const id = await world.camera()
    const answer = await move(id, { direction: 'pan_left' })
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      { code: 'conflict', message: expect.stringContaining('has no PTZ') },
    ])
    expect(world.gateway.framesOf('ptz')).toEqual([])
  })

  it('is bounded for each camera by itself, and none is too many to stop it', async () => {
    const [id, other] = [await world.onvifCamera(), await world.onvifCamera()]
    moves()
    // A held button: more than an organisation may ask of its cameras otherwise.
    const held = await Promise.all(Array.from({ length: 12 }, () => move(id, { direction: 'pan_left' })))
    expect(held.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
    await nodes.test.query(`update rate_buckets set tokens = 0, refilled_at = now() + interval '1 minute'
      where key = 'camera-move:${id}'`)
    const tooMany = await move(id, { direction: 'pan_left' })
    expect(tooMany.statusCode).toBe(429)
    expect(tooMany.headers).toMatchObject({ 'x-ratelimit-limit': '600', 'retry-after': '1' })
    expect((await move(id, { direction: 'pan_left', magnitude: 0 })).statusCode).toBe(200)
    expect((await move(other, { direction: 'pan_left' })).statusCode).toBe(200)
  })
})
