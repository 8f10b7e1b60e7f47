import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { damaged, randomBytesOf, seeded } from './hostile-bytes.fixture.js'
import { RtpReceiver } from './rtp-receiver.js'
import type { RtpReceiverOptions } from './rtp-sink.js'

interface Fields {
  sequence?: number
  ssrc?: number
  payloadType?: number
  payload?: Buffer
  flags?: number
  middle?: Buffer
  timestamp?: number
  marker?: boolean
}

function rtp({
  sequence = 1,
  ssrc = 1,
  payloadType = 96,
  payload = Buffer.from('p'),
  flags = 0x80,
  middle,
  timestamp = 90_000,
  marker = true,
}: Fields) {
  const head = Buffer.alloc(12)
  head[0] = flags
  head[1] = (marker ? 0x80 : 0) | payloadType
  head.writeUInt16BE(sequence, 2)
  head.writeUInt32BE(timestamp >>> 0, 4)
  head.writeUInt32BE(ssrc, 8)
  return Buffer.concat([head, middle ?? Buffer.alloc(0), payload])
}

function receiver(ssrc: number | null = null, more: Partial<RtpReceiverOptions> = {}) {
  const heard: string[] = []
  const clock = createFakeClock()
  const track = new RtpReceiver({
    payloadType: 96,
    clockRate: 90_000,
    ssrc,
    order: 'kept',
    clock,
    sink: {
      payload: (data, start, end) => heard.push(data.toString('latin1', start, end)),
      ended: (timestamp) => heard.push(`ended ${timestamp}`),
      lost: (packets) => heard.push(`lost ${packets}`),
      restarted: () => heard.push('restarted'),
      senderReport: (ntpMs, timestamp) => heard.push(`report ${ntpMs} ${timestamp}`),
    },
    ...more,
  })
  const push = (fields: Fields) => {
    const data = rtp(fields)
    track.push(data, 0, data.length)
  }
  return { clock, heard, track, push }
}

describe('one packet', () => {
  test.each([
    ['plain', {}],
    ['two contributing sources', { flags: 0x82, middle: Buffer.alloc(8) }],
    ['an extension', { flags: 0x90, middle: Buffer.from('bede000100000000', 'hex') }],
    ['padding', { flags: 0xa0, payload: Buffer.from('p\0\0\x03', 'latin1') }],
  ])('%s: the payload is found', (_name, fields) => {
    const { heard, push } = receiver()
    push(fields)
    expect(heard).toEqual(['p'])
  })

  test.each([
    ['version 1', { flags: 0x40 }],
    ['more padding than bytes', { flags: 0xa0, payload: Buffer.from([200]) }],
    ['an extension past the end', { flags: 0x90, middle: Buffer.from('bede00ff', 'hex') }],
    ['what may be a report', { payloadType: 72 }],
  ])('%s: nothing is found', (_name, fields) => {
    const { heard, push, track } = receiver()
    push(fields)
    expect(heard).toEqual([])
    expect(track.discarded).toBe(1)
  })
})

describe.each(['kept', 'restored'] as const)('a packet that bears nothing, where order is %s', (order) => {
  const nothing = Buffer.alloc(0)

  test.each([
    ['no payload', { payload: nothing }],
    ['padding alone', { flags: 0xa0, payload: Buffer.from([0, 0, 0, 4]) }],
    ['a flag of padding, and none', { flags: 0xa0, payload: nothing }],
    ['an extension alone', { flags: 0x90, middle: Buffer.from('bede000100000000', 'hex'), payload: nothing }],
  ])('%s: it takes its number, and nothing is missing', (_name, fields) => {
    const { heard, push, track } = receiver(null, { order })
    push({ sequence: 65_534, marker: false })
    push({ sequence: 65_535, marker: false, ...fields })
    push({ sequence: 0, marker: false })
    expect(heard).toEqual(['p', 'p'])
    expect(track.takeBlock()).toMatchObject({ fractionLost: 0, lost: 0 })
  })

  test('its marker says that a picture is whole', () => {
    const { heard, push } = receiver(null, { order })
    push({ sequence: 1, marker: false })
    push({ sequence: 2, payload: nothing })
    expect(heard).toEqual(['p', 'ended 90000'])
  })
})

describe('sequence', () => {
  test('wraps, and gaps are counted', () => {
    const { heard, push } = receiver()
    for (const sequence of [65_534, 65_535, 0, 3]) push({ sequence })
    expect(heard).toEqual(['p', 'p', 'p', 'lost 2', 'p'])
  })

  test('repeats are left out', () => {
    const { heard, push } = receiver()
    for (const sequence of [10, 11, 11, 10, 12]) push({ sequence })
    expect(heard).toEqual(['p', 'p', 'p'])
  })

  test.each([
    ['is followed from its first packet on', 90_000, []],
    ['with its timestamps is told', 900_000_000, ['restarted']],
  ])('a sequence that begins anew %s', (_name, timestamp, told) => {
    const { heard, push } = receiver()
    for (const sequence of [40_000, 40_001]) push({ sequence })
    for (const sequence of [10_000, 10_001, 10_002, 10_003]) push({ sequence, timestamp })
    expect(heard).toEqual(['p', 'p', ...told, 'p', 'p', 'p', 'p'])
  })
})

test.each(['kept', 'restored'] as const)(
  'numbers that begin anew with each group: none is missing where order is %s',
  (order) => {
    const { heard, push } = receiver(null, { order })
    for (let picture = 0; picture < 30; picture++) {
      for (let packet = 0; packet < 4; packet++) {
        push({ sequence: (picture % 10) * 4 + packet, timestamp: picture * 9000 })
      }
    }
    expect(heard).toEqual(Array.from({ length: 120 }, () => 'p'))
  },
)

test('packets that are repeated in a row are left out', () => {
  const { heard, push } = receiver()
  for (const sequence of [1, 2, 3, 4, 1, 2, 3, 4, 5, 6]) push({ sequence, timestamp: sequence * 9000 })
  expect(heard).toEqual(Array.from({ length: 6 }, () => 'p'))
})

describe('a number that is damaged', () => {
  test.each([
    ['ahead', 20_000],
    ['behind', 60_000],
  ])('far %s costs its packet and nothing else', (_name, wrong) => {
    const { heard, push } = receiver()
    for (const sequence of [10, 11, wrong, 13, 14]) push({ sequence })
    expect(heard).toEqual(['p', 'p', 'lost 1', 'p', 'p'])
  })

  test('a sequence that really goes on far ahead is followed, without beginning anew', () => {
    const { heard, push } = receiver()
    for (const sequence of [10, 5000, 5001, 5002, 5003]) push({ sequence })
    expect(heard).toEqual(['p', 'lost 4989', 'p', 'p', 'p', 'p'])
  })
})

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

    test.runIf(order === 'kept')('is one of two: nothing is missing either', async () => {
      const here = receiver(null, { order })
      await play(here, 0, 301, (sequence) => ({ ssrc: sequence % 2 }))
      expect(here.heard).toEqual(all(0, 301))
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

test('hostile packets do no harm', () => {
  const random = seeded(3)
  const { track, push, heard } = receiver(1)
  const whole = rtp({ flags: 0x92, middle: Buffer.from('0000000000000000bede0001ffffffff', 'hex') })
  for (let round = 0; round < 500; round++) {
    const bytes = round % 2 === 0 ? randomBytesOf(random, 40) : damaged(random, whole)
    track.push(bytes, 0, bytes.length)
  }
  for (let sequence = 100; sequence < 200; sequence++) push({ sequence })
  expect(heard.at(-1)).toBe('p')
})

describe('where packets overtake each other', () => {
  const letters = (sequence: number) => ({ sequence, payload: Buffer.from(`${sequence} `) })

  test('they are put in order', () => {
    const { clock, heard, push } = receiver(null, { order: 'restored' })
    for (const sequence of [1, 3, 2, 6, 5, 4, 7]) push(letters(sequence))
    expect(heard.join('')).toBe('1 2 3 4 5 6 7 ')
    expect(clock.waiting).toBe(0)
  })

  test('a missing one is waited for, and then told', async () => {
    const { clock, heard, push } = receiver(null, { order: 'restored' })
    for (const sequence of [1, 3, 4]) push(letters(sequence))
    await clock.advance(90)
    expect(heard.join('')).toBe('1 ')
    await clock.advance(20)
    expect(heard).toEqual(['1 ', 'lost 1', '3 ', '4 '])
    push(letters(2))
    push(letters(5))
    expect(heard.at(-1)).toBe('5 ')
    expect(clock.waiting).toBe(0)
  })

  test('each says when it came, and never earlier than what it follows', async () => {
    const came: number[] = []
    const clock = createFakeClock()
    const { push } = receiver(null, {
      order: 'restored',
      clock,
      sink: {
        payload: (_data, _start, _end, _timestamp, _marker, arrivedMs) =>
          came.push((arrivedMs ?? clock.monotonic()) - startMs),
        lost: () => undefined,
        restarted: () => undefined,
      },
    })
    const startMs = clock.monotonic()
    push(letters(1))
    push(letters(3))
    await clock.advance(40)
    push(letters(4))
    push(letters(2))
    push(letters(6))
    await clock.advance(300)
    expect(came).toEqual([0, 40, 40, 40, 40])
    push(letters(8))
    await clock.advance(30)
    push(letters(9))
    await clock.advance(300)
    expect(came.slice(5)).toEqual([340, 370])
  })

  test('two gaps end one after the other', async () => {
    const { clock, heard, push } = receiver(null, { order: 'restored' })
    push(letters(1))
    push(letters(3))
    await clock.advance(60)
    push(letters(6))
    await clock.advance(60)
    expect(heard.at(-1)).toBe('3 ')
    await clock.advance(60)
    expect(heard.slice(-2)).toEqual(['lost 2', '6 '])
  })

  test('over the turn of the numbers, and repeats are left out', () => {
    const { heard, push } = receiver(null, { order: 'restored' })
    for (const sequence of [65_534, 0, 0, 65_535, 65_534, 1]) push(letters(sequence))
    expect(heard.join('')).toBe('65534 65535 0 1 ')
  })

  test('what is held is bounded in number and in bytes', () => {
    const { heard, push } = receiver(null, { order: 'restored' })
    push(letters(1))
    for (let sequence = 3; sequence < 3 + 513; sequence++) push(letters(sequence))
    expect(heard[1]).toBe('lost 1')
    const large = receiver(null, { order: 'restored' })
    large.push({ sequence: 1 })
    for (let sequence = 3; sequence < 3 + 40; sequence++) {
      large.push({ sequence, payload: Buffer.alloc(60_000) })
    }
    expect(large.heard[1]).toBe('lost 1')
  })

  test('a sequence that begins anew is followed, and stragglers are none', () => {
    const { heard, push } = receiver(null, { order: 'restored' })
    for (const sequence of [40_000, 40_001, 39_700, 39_701, 39_702, 10_000, 10_001, 10_002, 10_003]) {
      push(letters(sequence))
    }
    expect(heard.join('')).toBe('40000 40001 10000 10001 10002 10003 ')
  })

  test('nothing waits after the end', () => {
    const { clock, heard, push, track } = receiver(null, { order: 'restored' })
    push(letters(1))
    push(letters(3))
    track.close()
    expect(clock.waiting).toBe(0)
    expect(heard.join('')).toBe('1 ')
  })

  test('hostile packets do no harm', async () => {
    const random = seeded(9)
    const { clock, heard, push } = receiver(1, { order: 'restored' })
    for (let round = 0; round < 2000; round++) {
      push({
        sequence: Math.floor(random() * 65_536),
        ssrc: random() < 0.9 ? 1 : Math.floor(random() * 4),
        payload: randomBytesOf(random, Math.floor(random() * 50)),
      })
      if (round % 50 === 0) await clock.advance(30)
    }
    await clock.advance(1000)
    expect(clock.waiting).toBe(0)
    for (let sequence = 30_000; sequence < 30_010; sequence++) push({ sequence, payload: Buffer.from('end') })
    await clock.advance(200)
    expect(heard.at(-1)).toBe('end')
  })
})

describe('reports', () => {
  test('what is told of the source: losses, the highest number, the last report', async () => {
    const { clock, push, track } = receiver(7)
    expect(track.takeBlock()).toBeNull()
    for (const sequence of [65_534, 65_535, 0, 3]) push({ sequence, ssrc: 7 })
    track.report({ ssrc: 7, ntpMs: 5, ntpMiddle: 0xabcd, rtpTimestamp: 9 })
    await clock.advance(2000)
    expect(track.takeBlock()).toMatchObject({
      ssrc: 7,
      fractionLost: Math.floor((2 * 256) / 6),
      lost: 2,
      highestSequence: 0x10003,
      lastReport: 0xabcd,
      sinceLastReport: 2 * 65_536,
    })
    push({ sequence: 4, ssrc: 7 })
    expect(track.takeBlock()).toMatchObject({ fractionLost: 0, lost: 2, highestSequence: 0x10004 })
  })

  test('packets that come unevenly are told as jitter', async () => {
    const { clock, push, track } = receiver(7)
    for (let sequence = 0; sequence < 20; sequence++) {
      push({ sequence, ssrc: 7 })
      await clock.advance(sequence % 2 === 0 ? 10 : 30)
    }
    // Every packet has the same timestamp and comes 10 or 30 ms after the one before: 900 or 2700 ticks.
    expect(track.takeBlock()?.jitter).toBeGreaterThan(900)
    expect(track.takeBlock()?.jitter).toBeLessThan(2700)
  })

  test('the clock of the camera goes to the sink, that of others does not', () => {
    const { heard, push, track } = receiver(7)
    push({ sequence: 1, ssrc: 7 })
    track.report({ ssrc: 8, ntpMs: 1, ntpMiddle: 0, rtpTimestamp: 1 })
    track.report({ ssrc: 7, ntpMs: null, ntpMiddle: 0, rtpTimestamp: 1 })
    track.report({ ssrc: 7, ntpMs: 1234, ntpMiddle: 0, rtpTimestamp: 55 })
    expect(heard).toEqual(['p', 'report 1234 55'])
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
