import { expect, test } from 'vitest'
import { isGrave, type TroubleFacts, troublesOf } from './gateway-troubles.js'

const now = new Date('2026-03-14T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const fine: TroubleFacts = {
  status: 'online',
  hasDuplicate: false,
  disk: 'ok',
  oldestClip: null,
  clock: { synced: true, offsetMs: 12 },
  cpuPercent: 20,
  isOutdated: false,
}
const clock = (synced: boolean | null, offsetMs: number | null) => ({ ...fine, clock: { synced, offsetMs } })

test.each<[string, TroubleFacts, string[]]>([
  ['fine', fine, []],
  ['never paired', { ...fine, status: 'registered', disk: 'full' }, []],
  ['switched off', { ...fine, status: 'disabled' }, []],
  ['off line, of which nothing else is known', { ...fine, status: 'offline', disk: 'full' }, ['offline']],
  ['two machines', { ...fine, hasDuplicate: true, disk: 'low' }, ['duplicate_identity', 'disk_low']],
  ['full', { ...fine, disk: 'full' }, ['disk_full']],
  ['a clip that waits for a while', { ...fine, oldestClip: ago(15 * 60_000) }, []],
  ['a clip that waits longer', { ...fine, oldestClip: ago(15 * 60_000 + 1) }, ['falls_behind']],
  ['a clock five seconds ahead', clock(true, -5000), ['clock_wrong']],
  ['a wrong clock that nobody holds', clock(false, 90_000), ['clock_wrong']],
  ['a right clock that nobody holds', clock(false, 40), ['clock_not_held']],
  ['a clock of which nobody knows', clock(null, null), []],
  ['busy', { ...fine, cpuPercent: 90 }, ['busy']],
  ['outdated', { ...fine, isOutdated: true }, ['outdated']],
  ['nothing known yet', { ...fine, disk: null, cpuPercent: null, isOutdated: null }, []],
])('%s', (_name, facts, troubles) => {
  expect(troublesOf(facts, now)).toEqual(troubles)
})

test('six of them need somebody', () => {
  const all = [
    'offline',
    'disk_full',
    'disk_low',
    'falls_behind',
    'clock_wrong',
    'duplicate_identity',
  ] as const
  expect(all.every(isGrave)).toBe(true)
  expect((['clock_not_held', 'busy', 'outdated'] as const).some(isGrave)).toBe(false)
})
