import { randomBytes } from 'node:crypto'
import { pairingCodeAlphabet } from '@sightline/protocol'
import { expect, it } from 'vitest'
import { hashPairingCode, makePairingCode, readPairingCode } from './pairing-code.js'

it('draws six letters of the alphabet, all of them in use', () => {
  const codes = Array.from({ length: 2000 }, makePairingCode)
  for (const code of codes) expect(readPairingCode(code)).toBe(code)
  expect(new Set(codes.join('')).size).toBe(pairingCodeAlphabet.length)
  expect(new Set(codes).size).toBeGreaterThan(1990)
})

it.each([
  ['k7m-2qx', 'K7M2QX'],
  [' K7M 2QX\t', 'K7M2QX'],
  ['k7m–2qx', 'K7M2QX'],
])('reads %j as %s', (typed, code) => {
  expect(readPairingCode(typed)).toBe(code)
})

it.each(['K7M2Q', 'K7M2QXX', 'K7M2Q0', 'K7M2QI', 'K7M2Q\u0000', '------------'])(
  'reads %j as no code',
  (typed) => {
    expect(readPairingCode(typed)).toBe(null)
  },
)

it('hashes by code and key', () => {
  const key = randomBytes(32)
  expect(hashPairingCode('K7M2QX', key)).toEqual(hashPairingCode('K7M2QX', key))
  expect(hashPairingCode('K7M2QX', key)).not.toEqual(hashPairingCode('K7M2QY', key))
  expect(hashPairingCode('K7M2QX', key)).not.toEqual(hashPairingCode('K7M2QX', randomBytes(32)))
})
