import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../platform/clock.js'
import { type ClockEvidence, readClockEvidence } from './clock-evidence.js'

const nowMs = 1_800_000_000_000
const clock: Clock = { ...systemClock, now: () => nowMs }
const chronyNormal = 'C0A80101,192.168.1.1,3,1800000000.0,0.0001,0.0,0.0,-1.2,0.0,0.1,0.02,0.01,64.2,Normal\n'
const chronyLost = '00000000,,0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,1.0,1.0,0.0,Not synchronised\n'

const cases: [string, number | null | undefined, string | undefined, ClockEvidence][] = [
  ['timesyncd synchronised a while ago', nowMs - 600_000, undefined, true],
  ['timesyncd lost its servers yesterday', nowMs - 86_400_000, undefined, false],
  ['timesyncd runs and never synchronised', null, undefined, false],
  ['timesyncd never did, but chrony does', null, chronyNormal, true],
  ['chrony holds the clock', undefined, chronyNormal, true],
  ['chrony has no source', undefined, chronyLost, false],
  ['chrony answers something else', undefined, '506 Cannot talk to daemon', null],
  ['nobody tells', undefined, undefined, null],
]

test.each(cases)('%s', async (_name, timesyncd, chrony, evidence) => {
  const sources = { timesyncd: () => Promise.resolve(timesyncd), chrony: () => Promise.resolve(chrony) }
  expect(await readClockEvidence(clock, sources)).toBe(evidence)
})

test('this machine answers something without failing', async () => {
  expect([true, false, null]).toContain(await readClockEvidence(systemClock))
})
