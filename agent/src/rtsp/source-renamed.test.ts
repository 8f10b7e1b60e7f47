import { describe, expect, test } from 'vitest'
import { all, play, receiver } from './rtp-receiver.fixture.js'

describe.each(['kept', 'restored'] as const)(
  'a source that goes on under another name, where order is %s',
  (order) => {
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

    test('behind a packet of another type: that is not handed on', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 120, (sequence) => ({
        ssrc: 5 + Math.floor(sequence / 30),
        ...(sequence % 30 === 29 && { payloadType: 107, payload: Buffer.from('x') }),
      }))
      const packets = here.heard.filter((word) => word !== 'lost 1')
      expect(packets).toEqual(all(0, 120).filter((_word, sequence) => sequence % 30 !== 29))
    })
  },
)
