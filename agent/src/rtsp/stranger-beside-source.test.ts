import { describe, expect, test } from 'vitest'
import { all, letter, play, receiver } from './rtp-receiver.fixture.js'

describe.each(['kept', 'restored'] as const)(
  'a source that goes on under another name beside others, where order is %s',
  (order) => {
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
  },
)
