import type { CameraFault } from '@sightline/protocol'
import { expect, test } from 'vitest'
import type { DescribedDevice } from '../onvif/describe-device.js'
import { silentLogger } from '../platform/logger.js'
import { MovedClock } from '../stream/camera-pictures.fixture.js'
import type { ResolvedStreams, StreamResolution } from './resolve-streams.js'
import { StreamUrlRefresher } from './stream-url-refresher.js'

const profile = {
  token: 'p0',
  name: 'main',
  codec: 'h264',
  width: 640,
  height: 360,
  source: '',
  isMovable: false,
  streamUrl: 'rtsp://192.0.2.9/a',
} as const

const device: DescribedDevice = {
  manufacturer: 'Sightline',
  model: 'FC-100',
  firmware: '1',
  serial: '1',
  mac: null,
  port: 80,
  clockSkewSec: 0,
  authentication: 'ws-security',
  isAccountProven: true,
  profiles: [],
  channels: [],
  channel: null,
  main: profile,
  sub: null,
  snapshotUrl: null,
}

function streamsAt(url: string, of: DescribedDevice | null = device): ResolvedStreams {
  return { kind: 'found', main: { url, credentials: null }, sub: null, device: of }
}

function lost(answer: StreamResolution | (() => StreamResolution)) {
  const clock = new MovedClock()
  const seen = { asked: 0, elsewhere: 0 }
  const stop = new AbortController()
  const streams = new StreamUrlRefresher({
    cameraId: 'c1',
    clock,
    log: silentLogger,
    ask: () => {
      seen.asked++
      return Promise.resolve(typeof answer === 'function' ? answer() : answer)
    },
    onElsewhere: () => seen.elsewhere++,
  })
  let failures = 0
  const fail = async (fault: CameraFault = 'refused', found = streamsAt('rtsp://192.0.2.9:554/a')) => {
    streams.failed(found, { fault, failures: ++failures, mayBeBooting: false }, stop.signal)
    await new Promise(setImmediate)
  }
  const recover = () => {
    failures = 0
  }
  return { clock, seen, stop, fail, recover }
}

const faults: CameraFault[] = [
  'refused',
  'timeout',
  'not_found',
  'not_rtsp',
  'protocol',
  'auth',
  'stream_limit',
  'tls',
]

test.each(faults)(
  '%s for the third time: the device is asked, and streams elsewhere are told',
  async (fault) => {
    const { fail, seen } = lost(streamsAt('rtsp://192.0.2.9:8554/a'))
    await fail(fault)
    await fail(fault)
    expect(seen.asked).toBe(0)
    await fail(fault)
    expect(seen).toEqual({ asked: 1, elsewhere: 1 })
  },
)

test('streams that are where they were stay as they are', async () => {
  const { fail, seen } = lost(streamsAt('rtsp://192.0.2.9:554/a'))
  for (let time = 0; time < 5; time++) await fail()
  expect(seen).toEqual({ asked: 1, elsewhere: 0 })
})

test('a device that does not answer is asked slowly: in an hour about eight times', async () => {
  const { clock, fail, seen } = lost({ kind: 'failed', fault: 'timeout', message: 'no answer' })
  for (let time = 0; time < 3600 / 8; time++) {
    await fail('timeout')
    clock.move(8000)
  }
  expect(seen.asked).toBeGreaterThanOrEqual(6)
  expect(seen.asked).toBeLessThanOrEqual(9)
})

test('a device that names another address each time is asked slowly too', async () => {
  let token = 0
  const { clock, fail, recover, seen } = lost(() => streamsAt(`rtsp://192.0.2.9/a?token=${++token}`))
  for (let time = 0; time < 3600 / 8; time++) {
    const { elsewhere } = seen
    await fail('timeout')
    // Each of them is connected to anew, and its attempts are counted from the first.
    if (seen.elsewhere > elsewhere) recover()
    clock.move(8000)
  }
  expect(seen.asked).toBeGreaterThanOrEqual(6)
  expect(seen.asked).toBeLessThanOrEqual(9)
})

test('after a connection that was good it is asked at once again', async () => {
  const { fail, recover, seen } = lost(streamsAt('rtsp://192.0.2.9:554/a'))
  for (let time = 0; time < 3; time++) await fail()
  recover()
  for (let time = 0; time < 3; time++) await fail()
  expect(seen.asked).toBe(2)
})

test('a camera that is known by its addresses has nobody to ask', async () => {
  const { fail, seen } = lost(streamsAt('rtsp://192.0.2.9:8554/a'))
  for (let time = 0; time < 5; time++) await fail('refused', streamsAt('rtsp://192.0.2.9/a', null))
  expect(seen.asked).toBe(0)
})

test('what was found before has ended meanwhile: nothing is told', async () => {
  const { fail, seen, stop } = lost(streamsAt('rtsp://192.0.2.9:8554/a'))
  await fail()
  await fail()
  stop.abort(new Error('the camera is not wanted any more'))
  await fail()
  expect(seen.elsewhere).toBe(0)
})
