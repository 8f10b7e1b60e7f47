import { expect, test } from 'vitest'
import { AckLedger } from './ack-ledger.js'

test('a frame is confirmed once all before it are done, and each once', () => {
  const ledger = new AckLedger()
  for (const sequence of [0xffff_fffe, 0xffff_ffff, 0, 1]) ledger.took(sequence, 0)
  ledger.done(0)
  expect(ledger.take()).toBeNull()
  ledger.done(0xffff_fffe)
  expect(ledger.take()).toBe(0xffff_fffe)
  expect(ledger.take()).toBeNull()
  ledger.done(0xffff_ffff)
  expect(ledger.take()).toBe(0)
  expect(ledger.open).toBe(1)
})

test('what it was never given, or forgot, confirms nothing', () => {
  const ledger = new AckLedger()
  ledger.took(1, 0)
  ledger.done(7)
  ledger.clear()
  ledger.done(1)
  expect(ledger.take()).toBeNull()
})

test('what may be confirmed is due when the first of it is', () => {
  const ledger = new AckLedger()
  ledger.took(1, 300)
  ledger.took(2, 180)
  ledger.took(3, 100)
  expect(ledger.dueAtMs).toBe(Number.POSITIVE_INFINITY)
  ledger.done(3)
  expect(ledger.dueAtMs).toBe(Number.POSITIVE_INFINITY)
  ledger.done(1)
  expect(ledger.dueAtMs).toBe(300)
  ledger.done(2)
  expect(ledger.dueAtMs).toBe(100)
  expect(ledger.take()).toBe(3)
  expect(ledger.dueAtMs).toBe(Number.POSITIVE_INFINITY)
})
