import { expect, test } from 'vitest'
import { nextPushStep, stepWhenKeptBack } from './next-push-step.js'
import type { PushOutcome } from './push-outcome.js'

const taken: PushOutcome = { kind: 'taken' }
const gone: PushOutcome = { kind: 'gone' }
const refused: PushOutcome = { kind: 'refused', reason: 'no' }
const failed = (waitMs: number | null = null): PushOutcome => ({ kind: 'failed', reason: 'away', waitMs })

const step = (outcomes: PushOutcome[], change: { taken?: number; ageMs?: number; attempt?: number } = {}) =>
  nextPushStep({
    outcomes: outcomes.map((outcome) => ({ outcome })),
    push: { reached: [], taken: change.taken ?? 0 },
    attempt: change.attempt ?? 1,
    ageMs: change.ageMs ?? 0,
    random: 0,
  })

test.each([
  ['one took it', [taken, refused, gone], 'sent'],
  ['all refused it', [refused, gone], 'failed'],
  ['all are gone', [gone], 'dropped'],
  ['there is none', [], 'dropped'],
])('%s', (_, outcomes, kind) => {
  expect(step(outcomes).kind).toBe(kind)
})

test('it is tried again for those whose service failed, also when others took it, and after the shortest wait asked for', () => {
  expect(step([taken, failed()])).toEqual({ kind: 'retry', reason: 'away', afterMs: 10_000 })
  expect(step([failed(120_000), failed(60_000)])).toMatchObject({ afterMs: 60_000 })
  expect(step([failed(1)], { attempt: 9 })).toMatchObject({ afterMs: 1_800_000 })
})

test('after a day it is given up, or sent if anybody had it', () => {
  const ageMs = 24 * 60 * 60 * 1000 - 5_000
  expect(step([failed()], { ageMs })).toEqual({ kind: 'failed', reason: 'away' })
  expect(step([failed()], { ageMs, taken: 1 })).toEqual({ kind: 'sent' })
})

test('what may not go out is dropped, unless a browser told of it before', () => {
  const by = { name: 'enabled', value: false, origin: 'user', reason: 'the account is disabled' } as const
  const keptBack = (told: number) => stepWhenKeptBack({ reached: [], taken: told }, { reason: by.reason, by })
  expect(keptBack(0)).toEqual({ kind: 'dropped', reason: by.reason, by })
  expect(keptBack(1)).toEqual({ kind: 'sent' })
})
