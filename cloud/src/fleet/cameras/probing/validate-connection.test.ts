import { type CameraPicture, probePictureCapability } from '@sightline/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import {
  answered,
  GatewayWorld,
  startTestNodes,
  type TestNodes,
  twoStreams,
} from '../gateway-camera.fixture.js'

let nodes: TestNodes
let world: GatewayWorld

beforeAll(async () => {
  nodes = await startTestNodes()
})
afterAll(() => nodes[Symbol.asyncDispose]())
beforeEach(async () => {
  world = await GatewayWorld.make(nodes)
  return async () => world[Symbol.asyncDispose]()
})

const picture: CameraPicture = {
  taken_at: '2026-03-14T09:41:00.000Z',
  content_type: 'image/jpeg',
  width: 640,
  height: 360,
  data: '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==',
}

async function validate(more: object = {}) {
  const answer = await world.call('POST', '/cameras/validate-connection', {
    gateway_id: world.paired.gatewayId,
    type: 'rtsp',
    rtsp_url: 'rtsp://10.0.0.5/main',
    rtsp_username: 'viewer',
    rtsp_password: 'canary-1',
    ...more,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The gateway comes again, with a program that sends pictures. */
async function updateProgram(): Promise<void> {
  await world.gateway[Symbol.asyncDispose]()
  const origin = nodes.nodes[1].origin
  world.gateway = await ScriptedGateway.connect({
    origin,
    ...world.paired,
    capabilities: [probePictureCapability],
  })
}

describe('the picture of a camera that is not saved', () => {
  it('is asked for where the gateway sends one, and nothing of it is stored', async () => {
    await updateProgram()
    world.gateway.answer = ({ type }) => (type === 'probe' ? answered({ ...twoStreams, picture }) : null)
    expect(await validate()).toMatchObject({ success: true, picture, picture_missing: null })
    expect((await world.gateway.until('probe')).body.picture).toBe(true)
    expect((await world.call('GET', '/cameras')).json().total).toBe(0)
    expect(await nodes.test.query('select 1 from media where org_id = $1', [world.org.orgId])).toEqual([])
  })

  it('is missing where the gateway could make none', async () => {
    await updateProgram()
    world.gateway.answer = ({ type }) =>
      type === 'probe' ? answered({ ...twoStreams, picture: null }) : null
    expect(await validate()).toMatchObject({ success: true, picture: null, picture_missing: 'unavailable' })
  })

  it('is not asked for of an older program, which is told apart', async () => {
    expect(await validate()).toMatchObject({ success: true, picture: null, picture_missing: 'outdated' })
    expect((await world.gateway.until('probe')).body.picture).toBeUndefined()
  })

  it('is not asked for where a camera is added: nobody would see it', async () => {
    await updateProgram()
    world.sees(twoStreams)
    await world.camera()
    expect((await world.gateway.until('probe')).body.picture).toBeUndefined()
  })
})

describe('what is said of a camera', () => {
  it('is the address of each stream, and what could be better', async () => {
    const streams = twoStreams.reachable ? twoStreams.streams : []
    const warnings = [
      { code: 'long_keyframe_interval', stream: 'main' as const, value: 8 },
      { code: 'of_a_later_version', stream: null, value: null },
    ]
    world.gateway.answer = ({ type }) =>
      type === 'probe'
        ? answered({ ...twoStreams, streams: streams.map((stream) => ({ ...stream, warnings })) })
        : null
    const { streams: shown, warnings: better } = await validate()
    expect(shown).toMatchObject([{ url: 'rtsp://10.0.0.5/main' }, { url: 'rtsp://10.0.0.5/sub' }])
    expect(better).toHaveLength(2)
    expect(better[0]).toMatchObject({
      code: 'long_keyframe_interval',
      stream: 'main',
      message: expect.stringContaining('every 8 s'),
      remedy: expect.stringContaining('GOP'),
    })
  })

  it('is that pictures came and no keyframe, whatever the make', async () => {
    world.sees({ reachable: false, fault: 'protocol', message: 'x', no_keyframe_sec: 17 })
    expect(await validate({ manufacturer: 'Reolink' })).toMatchObject({
      success: false,
      fault: 'protocol',
      message: expect.stringContaining('no keyframe within 17 s'),
      remedy: expect.stringMatching(/^Set its keyframe interval/),
      hint: { code: 'keyframe_interval' },
    })
  })

  it('is the remedy of a fault, and where the setting is at the make that a scan found', async () => {
    world.sees({ reachable: false, fault: 'auth', message: 'leak canary-1' })
    const onvif = { type: 'onvif', host: '10.0.0.5', onvif_username: 'root', onvif_password: 'canary-1' }
    const said = await validate({ ...onvif, manufacturer: 'AXIS' })
    expect(said).toMatchObject({
      success: false,
      fault: 'auth',
      remedy: expect.stringMatching(/^Check onvif_username/),
      hint: { code: 'axis_onvif_account', message: expect.stringContaining('System, Accounts') },
      picture: null,
      picture_missing: null,
    })
    expect(JSON.stringify(said)).not.toContain('canary')
    expect((await validate(onvif)).hint).toBeNull()
  })
})
