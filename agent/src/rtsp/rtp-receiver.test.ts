import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { damaged, randomBytesOf, seeded } from './hostile-bytes.fixture.js'
import { receiver, rtp } from './rtp-receiver.fixture.js'

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

test('numbers that begin anew ahead of those before, with other times, are told to be others, and not lost', () => {
  const { heard, push, track } = receiver()
  for (const sequence of [10_000, 10_001]) push({ sequence })
  for (const sequence of [30_000, 30_001, 30_002, 30_003]) push({ sequence, timestamp: 900_000_000 })
  expect(heard).toEqual(['p', 'p', 'restarted', 'p', 'p', 'p', 'p'])
  expect(track.takeBlock()).toMatchObject({ lost: 0 })
})

test('numbers that go on far ahead as late as their times say were lost', async () => {
  const { clock, heard, push } = receiver()
  for (const sequence of [10_000, 10_001]) push({ sequence })
  await clock.advance(60_000)
  for (const sequence of [15_000, 15_001, 15_002]) push({ sequence, timestamp: 90_000 + 60 * 90_000 })
  expect(heard).toEqual(['p', 'p', 'lost 4998', 'p', 'p', 'p'])
})

test.each(['kept', 'restored'] as const)(
  'numbers that jump ahead with each group: none is missing where order is %s',
  async (order) => {
    const { clock, heard, push } = receiver(null, { order })
    for (let packet = 0; packet < 300; packet++) {
      const sequence = (packet + Math.floor(packet / 30) * 7000) & 0xffff
      push({ sequence, timestamp: Math.floor(packet / 3) * 9000, payload: Buffer.from(`${packet} `) })
      if (packet % 3 === 2) await clock.advance(100)
    }
    await clock.advance(200)
    expect(heard).toEqual(Array.from({ length: 300 }, (_, packet) => `${packet} `))
  },
)

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
