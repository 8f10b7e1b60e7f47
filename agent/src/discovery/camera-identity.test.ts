import { describe, expect, test } from 'vitest'
import { type CameraIdentity, contradicts, joined, noIdentity, proofOf } from './camera-identity.js'

const of = (known: Partial<CameraIdentity>): CameraIdentity => ({ ...noIdentity, ...known })
const known = of({ mac: 'aa:bb:cc:dd:ee:01', serial: 'SN-0042', endpoint: 'urn:uuid:1', model: 'M1' })

describe('what proves that a device is the camera', () => {
  test.each<[string, Partial<CameraIdentity>, string | null]>([
    ['the MAC', { mac: 'AA:BB:CC:DD:EE:01' }, 'mac'],
    ['the serial number', { serial: 'sn-0042' }, 'serial'],
    ['the endpoint with the model', { endpoint: 'urn:uuid:1', model: 'M1' }, 'endpoint'],
    ['not the endpoint alone', { endpoint: 'urn:uuid:1' }, null],
    ['not the endpoint of another model', { endpoint: 'urn:uuid:1', model: 'M2' }, null],
    ['not the model', { model: 'M1' }, null],
    ['nothing', {}, null],
    ['a new endpoint takes nothing from the MAC', { mac: known.mac, endpoint: 'urn:uuid:9' }, 'mac'],
    [
      'another network port of it: the serial counts',
      { mac: 'aa:bb:cc:dd:ee:02', serial: 'SN-0042' },
      'serial',
    ],
    [
      'not the endpoint of a device with another MAC',
      { mac: 'aa:bb:cc:dd:ee:02', endpoint: 'urn:uuid:1', model: 'M1' },
      null,
    ],
  ])('%s', (_what, found, proof) => {
    expect(proofOf(known, of(found))).toBe(proof)
  })

  test('a serial number that all of a make share proves nothing', () => {
    expect(proofOf(of({ serial: '000000' }), of({ serial: '000000' }))).toBeNull()
  })
})

test.each<[string, Partial<CameraIdentity>, boolean]>([
  ['another MAC', { mac: 'aa:bb:cc:dd:ee:02' }, true],
  ['another serial number', { serial: 'SN-0043' }, true],
  ['another MAC and the same serial number', { mac: 'aa:bb:cc:dd:ee:02', serial: 'SN-0042' }, false],
  ['another endpoint', { endpoint: 'urn:uuid:9' }, false],
  ['another model: firmware renames it', { model: 'M1-v2' }, false],
  ['nothing', {}, false],
])('%s makes it another camera: %s', (_what, found, isOther) => {
  expect(contradicts(known, of(found))).toBe(isOther)
})

test('what is learnt adds to what is known, and the newest endpoint counts', () => {
  expect(joined(known, of({ endpoint: 'urn:uuid:2' }))).toEqual({ ...known, endpoint: 'urn:uuid:2' })
})
