import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CameraSet } from '@sightline/protocol'
import { expect, test } from 'vitest'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import { startDevice } from '../onvif/onvif-device.fixture.js'
import { createMovableClock } from '../platform/clock.fake.js'
import { systemRandom } from '../platform/random.js'
import { answer, type Script, usual } from '../rtsp/scripted-camera.fixture.js'
import { PlayingCamera } from '../streams/playing-camera.fixture.js'
import { PairedAgent } from './paired-agent.fixture.js'

const password = 'canary-Pa55'
const minute = 60_000
const soon = () => new Promise((resolve) => setTimeout(resolve, 10))
/** Ever the shortest wait. */
const random = { ...systemRandom, fraction: () => 0 }

/** What a camera does while it has not read its list of users. */
interface Booting {
  /** Everybody is refused. */
  isBooting: boolean
  /** Accounts that were sent meanwhile. */
  refusals: number
}

const guarded =
  (camera: Booting): Script =>
  (request) => {
    const sent = request.headers.get('authorization')
    if (camera.isBooting && sent !== undefined) camera.refusals++
    else if (sent === `Basic ${btoa(`admin:${password}`)}`) return usual(request)
    return answer(request, 401, ['WWW-Authenticate: Basic realm="r"'])
  }

type Connection = (world: PairedAgent) => Promise<CameraSet['connection']>

/** An agent that recorded a camera, and both lose their power; the camera refuses everybody when they are back. */
async function afterPowerCut(camera: Booting, connection: Connection, wasLetIn = true) {
  const world = await PairedAgent.pair()
  const clock = createMovableClock()
  const set = cameraSet({ connection: await connection(world) })
  const stateOf = async () => (await world.agent?.status())?.cameras[0]?.state
  const until = async (state: string) => {
    while ((await stateOf()) !== state) await soon()
    // The wait that follows a refusal has begun by then.
    await new Promise(setImmediate)
  }
  camera.isBooting = !wasLetIn
  await world.start()
  const session = await world.session()
  session.send('camera.set', set)
  session.send('config.complete', { revision: 1, camera_ids: [set.camera_id] })
  await until(wasLetIn ? 'online' : 'auth_failed')
  await world.stop()
  world.cloud.refuseWith = 503
  Object.assign(camera, { isBooting: true, refusals: 0 })
  await world.start({ clock, random })
  await until('auth_failed')
  /** The wait after each refusal of a stream, ms. */
  const waits = () =>
    world.lines
      .filter((line) => line.includes('"camera.failed"') && line.includes('"auth"'))
      .map((line) => Number(/"waitMs":(\d+)/.exec(line)?.[1]))
  return { world, clock, until, waits }
}

const byAddress =
  (url: string): Connection =>
  async (world) => ({
    type: 'rtsp',
    rtsp_url: url,
    rtsp_sub_url: null,
    credentials: await world.seal('admin', password),
  })

test('a camera that refuses its account after a power cut is back a minute later', async () => {
  const camera = { isBooting: false, refusals: 0 }
  await using peer = await PlayingCamera.start(guarded(camera))
  const { world, clock, until } = await afterPowerCut(camera, byAddress(peer.url))
  await using _ = world
  expect(camera.refusals).toBe(1)
  camera.isBooting = false
  clock.move(1.1 * minute)
  await until('online')
  const kept = await readFile(join(world.dataDir, 'proven-accounts.json'), 'utf8')
  expect([kept, ...world.lines].join('')).not.toContain(password)
})

test('so is one that hangs up at first, and then refuses to say where its streams are', async () => {
  const camera = { isBooting: false, refusals: 0 }
  await using peer = await PlayingCamera.start(guarded({ isBooting: false, refusals: 0 }))
  let hangUps = 8
  await using device = await startDevice({
    wants: 'digest',
    password,
    answers: { GetStreamUri: `<MediaUri><Uri>${peer.url}</Uri></MediaUri>` },
    instead: (operation, request, response) => {
      if (camera.isBooting && hangUps > 0) {
        hangUps--
        request.socket.destroy()
        return true
      }
      if (!camera.isBooting || operation === 'GetSystemDateAndTime') return false
      if (request.headers.authorization !== undefined) camera.refusals++
      response.setHeader('WWW-Authenticate', 'Digest realm="x", nonce="n1", qop="auth"')
      response.writeHead(401).end()
      return true
    },
  })
  const { world, clock, until } = await afterPowerCut(camera, async (paired) => ({
    type: 'onvif',
    host: '127.0.0.1',
    port: device.port,
    credentials: await paired.seal('admin', password),
  }))
  await using _ = world
  expect([camera.refusals, hangUps]).toEqual([1, 0])
  camera.isBooting = false
  clock.move(1.1 * minute)
  await until('online')
})

test('an account that was never let in is sent once, and not again for half an hour', async () => {
  const camera = { isBooting: true, refusals: 0 }
  await using peer = await PlayingCamera.start(guarded(camera))
  const { world, clock, waits } = await afterPowerCut(camera, byAddress(peer.url), false)
  await using _ = world
  for (let minutes = 0; minutes < 29; minutes++) clock.move(minute)
  await world.stop()
  expect(camera.refusals).toBe(1)
  expect(waits().every((ms) => ms >= 30 * minute)).toBe(true)
})

test('a password that was changed at the camera is sent thrice, and after the next start once', async () => {
  const camera = { isBooting: false, refusals: 0 }
  await using peer = await PlayingCamera.start(guarded(camera))
  const { world, clock, until, waits } = await afterPowerCut(camera, byAddress(peer.url))
  await using _ = world
  for (const times of [2, 3]) {
    clock.move(1.1 * minute)
    while (waits().length < times) await soon()
    await new Promise(setImmediate)
  }
  await world.stop()
  await world.start({ clock, random })
  await until('auth_failed')
  clock.move(1.1 * minute)
  await world.stop()
  expect(camera.refusals).toBe(4)
  expect(waits()).toEqual([minute, minute, 30 * minute, 30 * minute])
})
