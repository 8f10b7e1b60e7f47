import {
  CameraEvents,
  createAddressPolicy,
  DeviceCache,
  DeviceEvents,
  EventTombstones,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { expect, onTestFinished, test } from 'vitest'
import { startCamera } from '../fakes/camera/index.js'
import { until } from '../harness/index.js'

/** Two cameras that are channels of one device, each with its events. */
async function channels(faults: { readonly wrongPassword: boolean }) {
  const device = await startCamera({
    picture: { width: 320, height: 180, loopSec: 20 },
    timetable: 'rest',
    onvifLogins: ['username-token'],
    onvifEvents: {},
    faults,
  })
  onTestFinished(() => device.close())
  const shared = new DeviceEvents({
    clock: systemClock,
    random: systemRandom,
    log: silentLogger,
    allowed: createAddressPolicy(['127.0.0.0/8']),
    devices: new DeviceCache(),
    otherPorts: [],
    tombstones: await EventTombstones.open(null, silentLogger),
  })
  const { credentials } = device.options
  const cameras = ['c1', 'c2'].map((cameraId) => {
    const target = { cameraId, host: device.host, port: device.onvifPort, credentials, channels: null }
    const listener = { onEvent: () => undefined, onHealth: () => undefined }
    const events = new CameraEvents(target, listener, { clock: systemClock, listenToEvents: shared.listen })
    onTestFinished(() => events.stop())
    return events
  })
  return { device, cameras }
}

test('the account is refused to two channels and let in for one after the other: both have events at once', async () => {
  const { cameras, device } = await channels({ wrongPassword: true })
  const inState = (state: string) => () =>
    Promise.resolve(cameras.every(({ health }) => health.state === state))
  for (const camera of cameras) camera.begin()
  await until('a refusal', inState('degraded'))
  device.faults.set({ wrongPassword: false })
  // Only of one the pictures are back; the other one has no reason to ask yet.
  await cameras[0]?.accountAccepted()
  await until('a subscription', inState('subscribed'))
  expect(device.counters.onvifRequests['CreatePullPointSubscription']).toBe(1)
})
