import { expect, test } from 'vitest'
import { type KnownCamera, type Openness, stateOf } from './device-state.js'
import { mergeDevices } from './merge-devices.js'
import { sighting } from './sighting.fixture.js'
import type { Sighting } from './sighting.js'

const seen = { address: '192.168.1.20', port: 80, mac: 'm', endpoint: 'u', serial: 'SN-0042' }
const elsewhere = { address: '192.168.1.99', ports: [80] }

const cases: [
  name: string,
  said: Partial<Sighting>,
  known: KnownCamera[],
  openness: Openness,
  state: string,
][] = [
  ['nothing known', {}, [], null, 'new'],
  ['open to all', {}, [], 'open', 'new'],
  ['asks for credentials', {}, [], 'needs_credentials', 'needs_credentials'],
  [
    'added, and asks for credentials',
    {},
    [{ address: '192.168.1.20', ports: [80] }],
    'needs_credentials',
    'already_added',
  ],
  ['added by its RTSP port', {}, [{ address: '192.168.1.20', ports: [554] }], null, 'already_added'],
  ['moved, same MAC', {}, [{ ...elsewhere, mac: 'M' }], null, 'already_added'],
  ['moved, same endpoint', {}, [{ ...elsewhere, endpoint: 'u' }], null, 'already_added'],
  ['moved, same serial', {}, [{ ...elsewhere, serial: 'SN-0042' }], null, 'already_added'],
  ['another camera', {}, [{ ...elsewhere, serial: 'SN-0043', mac: null }], null, 'new'],
  [
    'a neighbour on loopback',
    { address: '127.0.0.1', port: 81 },
    [{ address: '127.0.0.1', ports: [80] }],
    null,
    'new',
  ],
  [
    'the same port on loopback',
    { address: '127.0.0.1', port: 81 },
    [{ address: '127.0.0.1', ports: [81] }],
    null,
    'already_added',
  ],
  [
    'its RTSP port on loopback',
    { address: '127.0.0.1', port: 81, rtspUrls: ['rtsp://127.0.0.1:8554/'] },
    [{ address: '127.0.0.1', ports: [8554] }],
    null,
    'already_added',
  ],
]

test.each(cases)('%s', (_name, said, known, openness, state) => {
  const [device] = mergeDevices([sighting({ ...seen, ...said })])
  expect(device && stateOf(device, known, openness)).toBe(state)
})
