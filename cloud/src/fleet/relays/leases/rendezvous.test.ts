import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { preferredRelay } from './rendezvous.js'

const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

describe('who tries first', () => {
  it('is nobody where there is no relay, and the only one where there is one', () => {
    expect(preferredRelay([], randomUUID())).toBeUndefined()
    expect(preferredRelay(['a'], randomUUID())).toBe('a')
  })

  it('is the same in whatever order the relays are listed', () => {
    const relays = ids(5)
    for (const camera of ids(50)) {
      expect(preferredRelay(relays.toReversed(), camera)).toBe(preferredRelay(relays, camera))
    }
  })

  it('shares cameras out: none of four relays gets less than half or more than double its share', () => {
    const relays = ids(4)
    const cameras = ids(2000)
    for (const relay of relays) {
      const won = cameras.filter((camera) => preferredRelay(relays, camera) === relay).length
      expect(won).toBeGreaterThan(250)
      expect(won).toBeLessThan(1000)
    }
  })

  it('moves only the cameras of a relay that went', () => {
    const relays = ids(4)
    const [gone = '', ...left] = relays
    for (const camera of ids(200)) {
      const before = preferredRelay(relays, camera)
      if (before !== gone) expect(preferredRelay(left, camera)).toBe(before)
    }
  })
})
