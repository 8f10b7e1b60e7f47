import { expect, test } from 'vitest'
import { normalisePairingCode, pairingCodeAlphabet } from './gateway-pairing.js'

test.each([
  'K7M2QX',
  'k7m2qx',
  'K7M-2QX',
  ' k7m 2qx ',
  'k-7-m-2-q-x',
  'K7M–2QX',
  'K7M\u00a02QX',
  'k7m2qx\r\n',
])('%j is read as the code it means', (typed) => {
  expect(normalisePairingCode(typed)).toBe('K7M2QX')
})

test.each(['', '   ', '--'])('%j is no code', (typed) => {
  expect(normalisePairingCode(typed)).toBe('')
})

test('what is no part of a code is kept, so that it is not found', () => {
  expect(normalisePairingCode('K7M2Q_')).toBe('K7M2Q_')
})

test('the letters of a code are unlike each other, and stand as they are', () => {
  expect(new Set(pairingCodeAlphabet).size).toBe(31)
  expect(pairingCodeAlphabet).not.toMatch(/[01OIL]/)
  expect(normalisePairingCode(pairingCodeAlphabet)).toBe(pairingCodeAlphabet)
})
