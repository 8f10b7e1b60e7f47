import { describe, expect, test } from 'vitest'
import { damaged, randomBytesOf, seeded } from './hostile-bytes.fixture.js'
import { RtpReceiver } from './rtp-receiver.js'

interface Fields {
  sequence?: number
  ssrc?: number
  payloadType?: number
  payload?: Buffer
  flags?: number
  middle?: Buffer
}

function rtp({
  sequence = 1,
  ssrc = 1,
  payloadType = 96,
  payload = Buffer.from('p'),
  flags = 0x80,
  middle,
}: Fields) {
  const head = Buffer.alloc(12)
  head[0] = flags
  head[1] = 0x80 | payloadType
  head.writeUInt16BE(sequence, 2)
  head.writeUInt32BE(90_000, 4)
  head.writeUInt32BE(ssrc, 8)
  return Buffer.concat([head, middle ?? Buffer.alloc(0), payload])
}

function receiver(ssrc: number | null = null) {
  const heard: string[] = []
  const track = new RtpReceiver(96, ssrc, {
    payload: (data, start, end) => heard.push(data.toString('latin1', start, end)),
    lost: (packets) => heard.push(`lost ${packets}`),
    restarted: () => heard.push('restarted'),
  })
  const push = (fields: Fields) => {
    const data = rtp(fields)
    track.push(data, 0, data.length)
  }
  return { heard, track, push }
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
    ['no payload', { payload: Buffer.alloc(0) }],
    ['more padding than bytes', { flags: 0xa0, payload: Buffer.from([200]) }],
    ['an extension past the end', { flags: 0x90, middle: Buffer.from('bede00ff', 'hex') }],
    ['another payload type', { payloadType: 97 }],
  ])('%s: nothing is found', (_name, fields) => {
    const { heard, push, track } = receiver()
    push(fields)
    expect(heard).toEqual([])
    expect(track.discarded).toBe(1)
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

  test('a sequence that begins anew is followed', () => {
    const { heard, push } = receiver()
    for (const sequence of [40_000, 40_001, 10_000, 10_001, 10_002, 10_003]) push({ sequence })
    expect(heard).toEqual(['p', 'p', 'restarted', 'p', 'p'])
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
    expect(heard).toEqual(['restarted', 'p', 'p', 'restarted', 'p'])
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
