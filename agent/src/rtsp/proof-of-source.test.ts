import { describe, expect, test } from 'vitest'
import { receiver } from './rtp-receiver.fixture.js'

describe('payload type', () => {
  test('another than the description says is received from the first packet on', () => {
    const { heard, push } = receiver()
    for (const sequence of [1, 2, 3]) push({ sequence, payloadType: 105 })
    expect(heard).toEqual(['p', 'p', 'p'])
  })

  test('that of another track is not', () => {
    const { heard, push } = receiver(null, { otherPayloadTypes: new Set([8]) })
    push({ sequence: 1, payloadType: 8, ssrc: 2 })
    push({ sequence: 7, payloadType: 105, ssrc: 1 })
    push({ sequence: 2, payloadType: 8, ssrc: 2 })
    push({ sequence: 8, payloadType: 105, ssrc: 1 })
    expect(heard).toEqual(['p', 'p'])
  })

  test('the one that the description says counts as soon as it comes', () => {
    const { heard, push } = receiver()
    push({ sequence: 1, payloadType: 110, payload: Buffer.from('x') })
    push({ sequence: 2 })
    push({ sequence: 3, payloadType: 110, payload: Buffer.from('x') })
    push({ sequence: 4 })
    expect(heard).toEqual(['x', 'p', 'p'])
  })

  test('one that comes in its place alone is received from its first packet on', () => {
    const { heard, push } = receiver()
    push({ sequence: 0 })
    for (let sequence = 1; sequence <= 60; sequence++) {
      push({ sequence, timestamp: Math.floor(sequence / 5) * 9000, payloadType: 110 })
    }
    expect(heard).toEqual(Array.from({ length: 61 }, () => 'p'))
  })

  test('one that comes between ours is counted, and left out', () => {
    const { heard, push } = receiver()
    for (let sequence = 0; sequence < 20; sequence++) {
      const isOther = sequence % 5 === 4
      push({
        sequence,
        timestamp: sequence * 9000,
        ...(isOther && { payloadType: 107, payload: Buffer.from('x') }),
      })
    }
    expect(heard).toEqual(Array.from({ length: 16 }, () => 'p'))
  })

  test('packets of a stale session say nothing of it', () => {
    const { heard, push } = receiver(null, { stale: new Set([9]) })
    push({ sequence: 500, ssrc: 9, payloadType: 97 })
    for (const sequence of [1, 2]) push({ sequence, payloadType: 105 })
    expect(heard).toEqual(['p', 'p'])
  })
})

describe('source', () => {
  test('packets of a stale session are left out', () => {
    const { heard, push } = receiver()
    push({ sequence: 1, ssrc: 1 })
    push({ sequence: 500, ssrc: 2 })
    push({ sequence: 2, ssrc: 1 })
    expect(heard).toEqual(['p', 'p'])
  })

  test('the announced source is waited for', () => {
    const { heard, push } = receiver(7)
    push({ sequence: 500, ssrc: 2 })
    push({ sequence: 1, ssrc: 7 })
    expect(heard).toEqual(['p'])
  })

  test('a wrong announcement is overheard, and taken back when it comes true', () => {
    const { heard, push } = receiver(7)
    for (let sequence = 1; sequence <= 9; sequence++) push({ sequence, ssrc: 2 })
    push({ sequence: 1, ssrc: 7 })
    expect(heard).toEqual(Array.from({ length: 10 }, () => 'p'))
  })
})

test('a source that sent before anything was asked for is not taken for ours', () => {
  const { heard, push } = receiver(null, { stale: new Set([2]) })
  push({ sequence: 500, ssrc: 2, payload: Buffer.from('stale') })
  push({ sequence: 1, ssrc: 1 })
  push({ sequence: 501, ssrc: 2, payload: Buffer.from('stale') })
  expect(heard).toEqual(['p'])
})

describe.each(['kept', 'restored'] as const)(
  'what a session before still sends, where order is %s',
  (order) => {
    /** Two sessions of one camera: the same timestamps, and each its own numbers and name. */
    function sessions(announced: number | null, stale?: ReadonlySet<number>) {
      const here = receiver(announced, { order, ...(stale && { stale }) })
      const sender = (name: string, ssrc: number, numbers: number) => (picture: number) =>
        here.push({
          ssrc,
          sequence: numbers + picture,
          timestamp: picture * 3600,
          payload: Buffer.from(name),
        })
      return { ...here, ours: sender('o', 7, 100), left: sender('x', 2, 9000) }
    }
    /** What of both comes in each picture: the other one's of a few at once, as a connection brings them. */
    async function together({ clock, ours, left }: ReturnType<typeof sessions>, from: number, to: number) {
      for (let picture = from; picture < to; picture += 3) {
        for (const at of [0, 1, 2]) left(picture + at)
        await clock.advance(120)
        for (const at of [0, 1, 2]) ours(picture + at)
      }
    }

    test('is left for the announced source as soon as that comes, and never taken back beside it', async () => {
      const here = sessions(7)
      for (let picture = 0; picture < 12; picture++) here.left(picture)
      here.ours(12)
      here.heard.length = 0
      await together(here, 13, 73)
      expect(here.heard.join('')).toBe('o'.repeat(60))
    })

    test('is not taken for ours while that is under way, nor beside it', async () => {
      const here = sessions(null, new Set([2]))
      for (let picture = 0; picture < 40; picture++) {
        here.left(picture)
        await here.clock.advance(40)
      }
      await together(here, 40, 100)
      expect(here.heard.join('')).toBe('o'.repeat(60))
    })

    test('is ours where nothing else comes, from its first packet on, until something does', async () => {
      const here = sessions(null, new Set([2]))
      for (let picture = 0; picture < 60; picture++) {
        here.left(picture)
        await here.clock.advance(40)
      }
      expect(here.heard.join('')).toBe('x'.repeat(60))
      here.ours(60)
      here.heard.length = 0
      await together(here, 61, 121)
      expect(here.heard.join('')).toBe('o'.repeat(60))
    })

    test('is taken where ours is silent, and left as soon as that sends again', async () => {
      const here = sessions(null, new Set([2]))
      await together(here, 0, 60)
      for (let picture = 60; picture < 120; picture++) {
        here.left(picture)
        await here.clock.advance(40)
      }
      expect(here.heard).toContain('x')
      here.ours(120)
      here.heard.length = 0
      await together(here, 121, 181)
      expect(here.heard.join('')).toBe('o'.repeat(60))
    })

    test('is never the announced one, though that sent before anything was asked for', async () => {
      const here = sessions(7, new Set([7, 2]))
      await together(here, 0, 60)
      expect(here.heard.join('')).toBe('o'.repeat(60))
    })

    /** Ours for so many pictures alone, though an older session of the same name sent before it. */
    async function believed() {
      const here = sessions(null, new Set([7]))
      for (let picture = 0; picture < 400; picture++) {
        here.ours(picture)
        await here.clock.advance(40)
      }
      return here
    }

    test('is ours by its name alone: one that comes much later needs proof', async () => {
      const here = await believed()
      for (let picture = 400; picture < 430; picture++) {
        here.left(picture)
        here.ours(picture)
        await here.clock.advance(40)
      }
      expect(here.heard.join('')).toBe('o'.repeat(430))
    })

    test('is ours by its name alone: it is taken back from a stranger', async () => {
      const here = await believed()
      const strange = (count: number) =>
        here.push({ ssrc: 9, sequence: count, timestamp: 5e8 + count * 3600, payload: Buffer.from('x') })
      for (let count = 0; count < 60; count++) {
        strange(count)
        await here.clock.advance(40)
      }
      expect(here.heard).toContain('x')
      here.heard.length = 0
      for (let picture = 460; picture < 490; picture++) {
        here.ours(picture)
        strange(picture)
        await here.clock.advance(40)
      }
      expect(here.heard.filter((word) => word === 'x')).toEqual([])
      expect(here.heard.filter((word) => word === 'o')).toHaveLength(30)
    })
  },
)
