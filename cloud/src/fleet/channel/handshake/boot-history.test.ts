import { expect, it } from 'vitest'
import { type Boot, isDuplicateIdentity, withBoot } from './boot-history.js'

const start = Date.parse('2026-03-14T09:00:00.000Z')

function historyOf(boots: string, everySec: number): Boot[] {
  return boots.split('').reduce<Boot[]>((so, boot, n) => withBoot(so, boot, start + n * everySec * 1000), [])
}

it.each(['abab', 'xabab', 'aabbaab', 'abababab'])('%s within ten minutes: two machines', (boots) => {
  expect(isDuplicateIdentity(historyOf(boots, 65))).toBe(true)
})

it.each(['a', 'ab', 'aba', 'aaaa', 'abcd', 'abca', 'abba', 'ababc'])('%s: one machine', (boots) => {
  expect(isDuplicateIdentity(historyOf(boots, 65))).toBe(false)
})

it('forgets after ten minutes', () => {
  expect(isDuplicateIdentity(historyOf('abab', 290))).toBe(false)
})

it('keeps a bounded history', () => {
  expect(historyOf('abcdefghijklmnopqrstuvwxyz', 1)).toHaveLength(8)
})
