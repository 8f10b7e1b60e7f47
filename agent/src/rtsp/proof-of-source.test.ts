import { describe, expect, test } from 'vitest'
import { type Fields, receiver } from './rtp-receiver.fixture.js'

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

describe.each(['kept', 'restored'] as const)(
  'a source that goes on under another name, where order is %s',
  (order) => {
    const letter = (sequence: number) => Buffer.from(`${sequence & 0xffff} `)
    const all = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `${(from + index) & 0xffff} `)

    /** Packets of pictures of three packets each, 100 ms apart. */
    async function play(
      { clock, push }: ReturnType<typeof receiver>,
      from: number,
      to: number,
      fields: (sequence: number) => Fields,
    ) {
      for (let sequence = from; sequence < to; sequence++) {
        const timestamp = 2 ** 32 - 90_000 + Math.floor(sequence / 3) * 9000
        push({ sequence: sequence & 0xffff, payload: letter(sequence), timestamp, ...fields(sequence) })
        if (sequence % 3 === 2) await clock.advance(100)
      }
    }

    test.each([
      ['is another with each group', (sequence: number) => ({ ssrc: 5 + Math.floor(sequence / 30) })],
      [
        'and another type',
        (sequence: number) => ({
          ssrc: 5 + Math.floor(sequence / 30),
          payloadType: 96 + (Math.floor(sequence / 30) % 3),
        }),
      ],
      ['is another with each picture', (sequence: number) => ({ ssrc: 5 + Math.floor(sequence / 3) })],
      ['is another with each packet', (sequence: number) => ({ ssrc: 5 + sequence })],
    ])('%s: nothing is missing', async (_name, fields) => {
      const here = receiver(null, { order })
      await play(here, 65_400, 65_701, fields)
      expect(here.heard).toEqual(all(65_400, 65_701))
    })

    test.each([
      ['numbers', (group: number) => ({ ssrc: 5 + group, numbers: group * 7000 })],
      [
        'numbers and types',
        (group: number) => ({ ssrc: 5 + group, numbers: group * 7000, payloadType: 96 + group }),
      ],
    ])('and begins its %s anew: nothing is missing', async (_name, of) => {
      const here = receiver(null, { order })
      await play(here, 0, 120, (sequence) => {
        const { numbers, ...fields } = of(Math.floor(sequence / 30))
        return { ...fields, sequence: (sequence + numbers) & 0xffff }
      })
      expect(here.heard).toEqual(all(0, 120))
    })

    test.each([
      ['the first picture', 0],
      ['the last picture', 27],
    ])(
      'and begins its numbers anew, and stamps %s of each group far off: nothing is missing',
      async (_name, at) => {
        const here = receiver(null, { order })
        await play(here, 0, 120, (sequence) => {
          const group = Math.floor(sequence / 30)
          const isStray = sequence % 30 >= at && sequence % 30 < at + 3
          return {
            ssrc: 5 + group,
            sequence: (sequence + group * 7000) & 0xffff,
            timestamp: (Math.floor(sequence / 3) * 9000 + (isStray ? 5e8 : 0)) >>> 0,
          }
        })
        expect(here.heard).toEqual(all(0, 120))
      },
    )

    test.each([
      ['goes on', 0],
      ['begins its numbers anew', 7000],
    ])('and %s while a stranger sends beside it: nothing is missing', async (_name, numbers) => {
      const here = receiver(null, { order })
      for (let sequence = 0; sequence < 300; sequence++) {
        const group = Math.floor(sequence / 30)
        const timestamp = Math.floor(sequence / 3) * 9000
        const ours = { ssrc: 5 + group, sequence: (sequence + group * numbers) & 0xffff, timestamp }
        here.push({ ...ours, payload: letter(sequence) })
        const strange = { ssrc: 99, sequence: 30_000 + sequence, timestamp: 5e8 + timestamp }
        here.push({ ...strange, payload: Buffer.from('x') })
        if (sequence % 3 === 2) await here.clock.advance(100)
      }
      expect(here.heard).toEqual(all(0, 300))
    })

    test('is one of two: nothing is missing, or no more than shows that it is so', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 301, (sequence) => ({ ssrc: sequence % 2 }))
      await here.clock.advance(200)
      const packets = here.heard.filter((word) => word !== 'lost 1')
      const shown = order === 'kept' ? [] : [1, 3]
      expect(packets).toEqual(all(0, 301).filter((_word, sequence) => !shown.includes(sequence)))
    })

    test('one of another name and type that is counted together with ours is left out, and nothing lost', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 300, (sequence) =>
        sequence % 10 === 4 ? { ssrc: 2, payloadType: 107, payload: Buffer.from('x') } : { ssrc: 1 },
      )
      // Where packets overtake each other three of them show it.
      const shown = order === 'kept' ? 0 : 2
      expect(here.heard.filter((word) => word === 'lost 1')).toHaveLength(shown)
      const packets = here.heard.filter((word) => word !== 'lost 1')
      expect(packets).toEqual(all(0, 300).filter((_word, sequence) => sequence % 10 !== 4))
    })

    test('as its numbers turn: nothing is missing', async () => {
      const here = receiver(null, { order })
      await play(here, 65_472, 65_632, (sequence) => ({ ssrc: Math.floor(sequence / 32) }))
      expect(here.heard).toEqual(all(65_472, 65_632))
    })

    test.each([
      ['begins its numbers anew', 0, 1],
      ['begins everything anew', 5e8, 1],
      ['begins everything anew', 5e8, 2],
    ])('with each picture or two, and %s: it goes on', async (_name, ticks, pictures) => {
      const here = receiver(null, { order })
      await play(here, 0, 600, (sequence) => {
        const name = Math.floor(sequence / (3 * pictures))
        const timestamp = (name * ticks + Math.floor(sequence / 3) * 9000) >>> 0
        return { ssrc: 5 + name, sequence: (sequence + name * 7000) & 0xffff, timestamp }
      })
      const packets = here.heard.filter((word) => word !== 'restarted' && word !== 'lost 1')
      // Before its usual gaps are known some seconds show that it was silent.
      const known = packets.slice(100)
      const from = Number(known[0])
      expect(known).toEqual(all(from, from + known.length))
      expect(from + known.length).toBeGreaterThan(600 - 3 * 6)
      expect(packets.length).toBeGreaterThan(550)
    })

    test('with each picture, though another was announced: it is taken from its first packet on', async () => {
      const here = receiver(7, { order })
      await play(here, 0, 9, (sequence) => ({
        ssrc: 50 + Math.floor(sequence / 3),
        sequence: sequence + Math.floor(sequence / 3) * 7000,
      }))
      expect(here.heard.filter((word) => word.endsWith(' '))).toEqual(all(0, 9))
    })

    describe('behind a goodbye', () => {
      const send = ({ push }: ReturnType<typeof receiver>, ssrc: number, at: number, ticks: number) =>
        push({ ssrc, sequence: ssrc * 9000 + at, timestamp: ssrc * 5e8 + at * ticks, payload: letter(at) })

      test('and begins everything anew is taken as soon as its second picture comes', async () => {
        const here = receiver(null, { order })
        for (let at = 0; at < 10; at++) {
          send(here, 1, at, 90_000)
          await here.clock.advance(1000)
        }
        expect(here.track.goodbye([1])).toBe(3000)
        send(here, 2, 10, 90_000)
        await here.clock.advance(1000)
        expect(here.track.goodbye([1])).toBe(3000)
        send(here, 2, 11, 90_000)
        expect(here.heard).toEqual([...all(0, 10), 'restarted', ...all(10, 12)])
      })

      test('that was not meant is still ours, and a stranger beside it none', async () => {
        const here = receiver(null, { order })
        for (let step = 0; step < 300; step++) {
          if (step % 5 === 0) send(here, 1, step / 5, 9000)
          if (step % 50 === 5) expect(here.track.goodbye([1])).not.toBeNull()
          if (step % 2 === 1) {
            here.push({ ssrc: 9, sequence: step, timestamp: 7e8 + step * 1800, payload: Buffer.from('x') })
          }
          await here.clock.advance(20)
        }
        expect(here.track.goodbye([9])).toBeNull()
        expect(here.heard).toEqual(all(0, 60))
      })
    })

    test('and stamps two pictures of each other group far off as it begins its numbers anew: nothing is missing', async () => {
      for (const at of [0, 3, 24, 27]) {
        for (const ticks of [270_000, -270_000]) {
          const here = receiver(null, { order })
          await play(here, 0, 240, (sequence) => {
            const group = Math.floor(sequence / 30)
            const place = sequence % 60
            const isStray = sequence >= 60 && place >= at && place < at + 6
            const timestamp = (9e8 + Math.floor(sequence / 3) * 9000 + (isStray ? ticks : 0)) >>> 0
            return { ssrc: 5 + group, sequence: (sequence + group * 7000) & 0xffff, timestamp }
          })
          expect(here.heard).toEqual(all(0, 240))
        }
      }
    })

    test('and begins everything anew with each group: from the second on all of it is received', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 300, (sequence) => {
        const group = Math.floor(sequence / 30)
        return {
          ssrc: 5 + group,
          sequence: (sequence + group * 7000) & 0xffff,
          timestamp: (group * 500_000_000 + Math.floor(sequence / 3) * 9000) >>> 0,
        }
      })
      const packets = here.heard.filter((word) => word !== 'restarted')
      expect(packets).toEqual(all(0, 300))
    })

    test('and begins everything anew is told, and received from its first packet on', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 60, () => ({ ssrc: 1 }))
      await play(here, 60, 120, (sequence) => ({
        ssrc: 2,
        sequence: sequence + 30_000,
        timestamp: 1_000_000_000 + Math.floor(sequence / 3) * 9000,
      }))
      expect(here.heard).toEqual([...all(0, 60), 'restarted', ...all(60, 120)])
    })

    test('and begins anew with each group, behind a pause and with another time: nothing is missing', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 60, () => ({ ssrc: 1 }))
      await here.clock.advance(2500)
      await play(here, 60, 90, () => ({ ssrc: 1 }))
      await play(here, 90, 390, (sequence) => {
        const group = Math.floor(sequence / 30)
        return {
          ssrc: 5 + group,
          sequence: (sequence + group * 7000) & 0xffff,
          timestamp: 700_000_000 + Math.floor(sequence / 3) * 9000,
        }
      })
      expect(here.heard.filter((word) => word !== 'restarted')).toEqual(all(0, 390))
    })

    test.each([
      ['far off', { numbers: 20_000, ticks: 77_000_000 }],
      ['with our numbers', { numbers: 0, ticks: 77_000_000 }],
      ['with our timestamps', { numbers: 20_000, ticks: 0 }],
      ['with our numbers and timestamps', { numbers: 0, ticks: 0 }],
    ])('a stranger that sends pictures beside ours is none: %s', async (_name, { numbers, ticks }) => {
      const here = receiver(null, { order })
      for (let picture = 0; picture < 40; picture++) {
        // The stranger comes a packet before ours in each picture, and sends more of them.
        for (let packet = 0; packet < 2; packet++) {
          const sequence = picture * 2 + packet
          const timestamp = picture * 9000
          if (picture > 2) {
            const strange = { ssrc: 9, timestamp: timestamp + ticks, payload: Buffer.from('x') }
            here.push({ ...strange, sequence: sequence + numbers })
          }
          here.push({ sequence, timestamp, ssrc: 1, payload: letter(sequence) })
        }
        await here.clock.advance(100)
      }
      expect(here.heard).toEqual(all(0, 80))
    })

    test('a stranger that happens to count where ours is, as that changes its type, is none', async () => {
      const here = receiver(null, { order })
      for (let picture = 0; picture < 100; picture++) {
        const payloadType = 96 + (Math.floor(picture / 10) % 3)
        for (let packet = 0; packet < 3; packet++) {
          const sequence = picture * 3 + packet
          here.push({
            ssrc: 1,
            payloadType,
            sequence,
            timestamp: picture * 9000,
            payload: letter(sequence),
          })
        }
        const strange = { ssrc: 9, sequence: picture * 3 + 3, timestamp: 5e8 + picture * 9000 }
        here.push({ ...strange, payload: Buffer.from('x') })
        await here.clock.advance(100)
      }
      // Of the last type nobody knows yet that it goes on.
      expect(here.heard.filter((word) => word === 'x' || word === 'restarted')).toEqual([])
      expect(here.heard).toEqual(all(0, 300).slice(0, here.heard.length))
      expect(here.heard.length).toBeGreaterThan(290)
    })

    test('a fast stranger beside a slow one is none either', async () => {
      const here = receiver(null, { order })
      for (let picture = 0; picture < 10; picture++) {
        here.push({ sequence: picture, timestamp: picture * 90_000, ssrc: 1, payload: letter(picture) })
        for (let strange = 0; strange < 100; strange++) {
          const count = picture * 100 + strange
          here.push({
            sequence: 30_000 + count,
            timestamp: 5e8 + count * 900,
            ssrc: 9,
            payload: Buffer.from('x'),
          })
          await here.clock.advance(10)
        }
      }
      expect(here.heard).toEqual(all(0, 10))
    })

    test('ours that was silent for long is taken back from a stranger', async () => {
      const here = receiver(null, { order })
      const strange = (count: number) => ({
        sequence: 30_000 + count,
        timestamp: 5e8 + count * 9000,
        ssrc: 9,
      })
      for (let count = 0; count < 150; count++) {
        if (count < 40 || count > 100) {
          here.push({ sequence: count, timestamp: count * 9000, ssrc: 1, payload: letter(count) })
        }
        here.push({ ...strange(count), payload: Buffer.from('x') })
        await here.clock.advance(100)
      }
      expect(here.heard.slice(0, 40)).toEqual(all(0, 40))
      expect(here.heard.slice(-49)).toEqual(all(101, 150))
      expect(here.heard).toContain('x')
    })

    test.each([
      ['goes on', 0, undefined],
      ['goes on, and is known for it', 0, new Set([99])],
      ['begins its numbers anew', 7000, new Set([99])],
    ])(
      'and %s while another session sends the same times: only ours is heard',
      async (_name, numbers, stale) => {
        const here = receiver(null, { order, ...(stale && { stale }) })
        for (let sequence = 0; sequence < 300; sequence++) {
          const group = Math.floor(sequence / 30)
          const timestamp = Math.floor(sequence / 3) * 9000
          const ours = { ssrc: 5 + group, sequence: (sequence + group * numbers) & 0xffff, timestamp }
          here.push({ ...ours, payload: letter(sequence) })
          // Before its second name nobody can tell which of the two goes on.
          const isHeard = stale !== undefined || group > 0
          const strange = { ssrc: 99, sequence: 30_000 + sequence, timestamp, payload: Buffer.from('x') }
          if (isHeard) here.push(strange)
          if (sequence % 3 === 2) await here.clock.advance(100)
        }
        expect(here.heard).toEqual(all(0, 300))
      },
    )

    test('behind a packet of another type: that is not handed on', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 120, (sequence) => ({
        ssrc: 5 + Math.floor(sequence / 30),
        ...(sequence % 30 === 29 && { payloadType: 107, payload: Buffer.from('x') }),
      }))
      const packets = here.heard.filter((word) => word !== 'lost 1')
      expect(packets).toEqual(all(0, 120).filter((_word, sequence) => sequence % 30 !== 29))
    })

    test.each([
      ['with its time', 0],
      ['with another time', 5e8],
    ])('%s, though a packet of another type trails behind: nothing is missing', async (_name, ticks) => {
      const here = receiver(null, { order })
      await play(here, 0, 60, () => ({ ssrc: 1 }))
      await play(here, 60, 61, () => ({
        ssrc: 2,
        sequence: 7060,
        timestamp: ticks + 2 ** 32 - 90_000 + 20 * 9000,
      }))
      await here.clock.advance(20)
      here.push({ ssrc: 1, sequence: 60, payloadType: 107, timestamp: 2 ** 32 - 90_000 + 19 * 9000 })
      await play(here, 61, 120, (sequence) => ({
        ssrc: 2,
        sequence: 7000 + sequence,
        timestamp: ticks + 2 ** 32 - 90_000 + Math.floor(sequence / 3) * 9000,
      }))
      expect(here.heard.filter((word) => word !== 'restarted')).toEqual(all(0, 120))
    })

    test('and a stranger that happens to count where it is, while one of its pictures is lost, is none', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 30, () => ({ ssrc: 1 }))
      for (const [at, sequence] of [34, 35].entries())
        here.push({ ssrc: 2, sequence, timestamp: 5e8 + at * 9000, payload: Buffer.from('x') })
      await play(here, 33, 60, () => ({ ssrc: 1 }))
      await here.clock.advance(200)
      const packets = here.heard.filter((word) => !word.startsWith('lost'))
      expect(packets).toEqual([...all(0, 30), ...all(33, 60)])
    })

    test.runIf(order === 'restored')(
      'and misses one in each: what came behind that is not lost',
      async () => {
        const here = receiver(null, { order })
        const isMissing = (sequence: number) => sequence % 30 === 27
        for (let sequence = 0; sequence < 120; sequence++) {
          const group = Math.floor(sequence / 30)
          const timestamp = sequence * 3000
          const packet = { ssrc: 5 + group, sequence: sequence + group * 7000, timestamp }
          if (!isMissing(sequence)) here.push({ ...packet, payload: letter(sequence) })
          await here.clock.advance(5)
        }
        // What stands behind the last gap is held until that is given up.
        await here.clock.advance(200)
        const packets = here.heard.filter((word) => word !== 'lost 1')
        expect(packets).toEqual(all(0, 120).filter((_word, sequence) => !isMissing(sequence)))
      },
    )
  },
)

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
