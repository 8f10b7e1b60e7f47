import { expect, test } from 'vitest'
import { cameraSet } from '../configuration/camera-set.fixture.js'
import type { DescribedDevice } from '../onvif/describe-device.js'
import type { ResolvedStreams } from './resolve-streams.js'
import { bufferSec, eventsOf, withTransport } from './stream-settings.js'

const credentials = { username: 'admin', password: 'pass' }
const found: ResolvedStreams = {
  kind: 'found',
  main: { url: 'rtsp://10.0.0.7/main', credentials, digestOnly: true },
  sub: { url: 'rtsp://10.0.0.7/sub', credentials },
  device: null,
}
const profile = {
  token: 'p',
  name: 'P',
  isMovable: false,
  source: 's',
  codec: 'h264',
  width: 1920,
  height: 1080,
  streamUrl: found.main.url,
}
const device: DescribedDevice = {
  manufacturer: 'Acme',
  model: 'C1',
  firmware: '1',
  serial: 'S-1',
  mac: null,
  port: 8000,
  clockSkewSec: 0,
  authentication: 'ws-security',
  isAccountProven: true,
  profiles: [profile],
  main: profile,
  sub: null,
  channels: [{ token: 's', name: 'Lens', aliases: [] }],
  channel: { token: 's', name: 'Lens', aliases: [] },
  snapshotUrl: null,
}
const onvif = cameraSet({ connection: { type: 'onvif', host: '10.0.0.7', port: 80, credentials: null } })

test('every stream is received over the wanted transport', () => {
  expect(withTransport('udp', found)).toMatchObject({
    main: { url: found.main.url, digestOnly: true, transport: 'udp' },
    sub: { transport: 'udp' },
  })
  expect(withTransport('tcp', { ...found, sub: null }).sub).toBeNull()
})

test('events are had where ONVIF answered, with the account and its limits', () => {
  expect(eventsOf(onvif, { ...found, device })).toEqual({
    cameraId: onvif.camera_id,
    host: '10.0.0.7',
    port: 8000,
    channels: { own: device.channel, all: device.channels },
    credentials: { ...credentials, digestOnly: true },
  })
})

test('all events of a device that names no channels are of its camera', () => {
  const bare = { ...device, channels: [], channel: null }
  expect(eventsOf(onvif, { ...found, device: bare })).toMatchObject({ channels: null })
})

test('a camera that is known by its streams has none', () => {
  expect(eventsOf(cameraSet({}), found)).toBeNull()
  expect(eventsOf(onvif, found)).toBeNull()
})

test.each([
  [0, false, 2],
  [5, false, 7],
  [5, true, 9],
])('a pre-roll of %i s, events %s: %i s are kept', (preSec, hasEvents, kept) => {
  expect(bufferSec(cameraSet({ pre_event_buffer_sec: preSec }), hasEvents)).toBe(kept)
})
