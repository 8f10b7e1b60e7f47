import { describe, expect, test } from 'vitest'
import { all, letter, play, receiver } from './rtp-receiver.fixture.js'

describe.each(['kept', 'restored'] as const)(
  'a source that begins anew under another name, where order is %s',
  (order) => {
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
