import { describe, expect, test } from 'vitest'
import { seeded } from '../../testing/seeded.js'
import { protocolVersions } from './envelope.js'
import { type AckTracker, ackTracker, commonVersion, seqOrder, settle } from './session.js'

describe('versions', () => {
  test.each([
    [[1], 1],
    [[99, 1, 98], 1],
    [[99], null],
    [[], null],
  ])('a gateway that speaks %j is welcomed with %j', (theirs, common) => {
    expect(commonVersion(theirs)).toBe(common)
  })

  test('the highest in common wins whatever the order of the offer', () => {
    const offer = [...protocolVersions].toReversed()
    expect(commonVersion(offer)).toBe(Math.max(...protocolVersions))
  })
})

const state = ({ acked, ahead }: AckTracker) => ({ acked, ahead: [...ahead].toSorted((a, b) => a - b) })

describe('acknowledging', () => {
  test.each([
    ['4 + 5 -> 5: in order', ackTracker(4), [5], { acked: 5, ahead: [] }],
    ['4 + 6 -> 4: a gap holds the number back', ackTracker(4), [6], { acked: 4, ahead: [6] }],
    ['4 + 6, 5 -> 6: the gap is filled', ackTracker(4), [6, 5], { acked: 6, ahead: [] }],
    ['4 + 8, 6, 5 -> 6: filled up to the next gap', ackTracker(4), [8, 6, 5], { acked: 6, ahead: [8] }],
    ['4 + 3 -> 4: a repeat changes nothing', ackTracker(4), [3], { acked: 4, ahead: [] }],
    ['4 + 6, 6 -> 4: nor does a repeat above the gap', ackTracker(4), [6, 6], { acked: 4, ahead: [6] }],
    ['0 + 1 -> 1: the first frame of a data folder', ackTracker(0), [1], { acked: 1, ahead: [] }],
  ])('%s', (_arrow, from, seqs, to) => {
    expect(state(seqs.reduce(settle, from))).toEqual(to)
  })

  test('a tracker is not changed, only followed', () => {
    const before = settle(ackTracker(0), 2)
    settle(before, 1)
    expect(state(before)).toEqual({ acked: 0, ahead: [2] })
  })

  // 500 orders from a seeded generator: a failure names its seed.
  test('any order of settling, repeats included, ends at the same number, and never goes back', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = seeded(seed)
      const base = Math.floor(random() * 1000)
      const count = 1 + Math.floor(random() * 40)
      const seqs = Array.from({ length: count }, (_, index) => base + 1 + index)
      const repeats = seqs.filter(() => random() < 0.3)
      let tracker = ackTracker(base)
      for (const seq of shuffled([...seqs, ...repeats], random)) {
        const next = settle(tracker, seq)
        if (next.acked < tracker.acked) throw new Error(`seed ${seed}: went back to ${next.acked}`)
        tracker = next
      }
      expect({ seed, ...state(tracker) }).toEqual({ seed, acked: base + count, ahead: [] })
    }
  })

  test('what one frame lacks, no ack covers', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seeded(seed)
      const missing = 1 + Math.floor(random() * 20)
      const seqs = Array.from({ length: 20 }, (_, index) => index + 1).filter((seq) => seq !== missing)
      const tracker = shuffled(seqs, random).reduce(settle, ackTracker(0))
      expect({ seed, acked: tracker.acked }).toEqual({ seed, acked: missing - 1 })
    }
  })
})

describe('place of a durable frame', () => {
  test.each([
    [5, 5, 'repeat'],
    [1, 5, 'repeat'],
    [6, 5, 'next'],
    [7, 5, 'gap'],
    [1, 0, 'next'],
  ])('%i after %i is a %s', (seq, highestSeen, place) => {
    expect(seqOrder(seq, highestSeen)).toBe(place)
  })
})

function shuffled(items: number[], random: () => number): number[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
