import { describe, expect, test } from 'vitest'
import { readExample } from '../examples/example-files.fixture.js'
import { channelLimits } from './envelope.js'
import { readToCloud, readToGateway, writeToCloud, writeToGateway } from './frame.js'

const id = '019a8f30-0000-7000-8000-000000000001'
const hello = readExample('to-cloud/hello.good.json') as Record<string, unknown>
const opened = readExample('to-cloud/event.opened.good.json') as Record<string, unknown>
const openedBody = opened.body as Record<string, unknown>

const nothing = { kind: 'bad', id: null, seq: null, re: null, type: null }

function openedWith(rawData: unknown): string {
  return JSON.stringify({ ...opened, body: { ...openedBody, raw_data: rawData } })
}

describe('what is no frame', () => {
  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['JSON cut in the middle', JSON.stringify(hello).slice(0, -10)],
    ['a number', '1'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an object without an envelope', '{}'],
  ])('%s is bad, and nothing of it could be read', (_what, text) => {
    expect(readToCloud(text)).toMatchObject(nothing)
    expect(readToGateway(text)).toMatchObject(nothing)
  })

  test('another version of the envelope is bad at v', () => {
    const reading = readToCloud(JSON.stringify({ ...hello, v: 2 }))
    expect(reading).toMatchObject({ kind: 'bad', type: 'hello', reason: expect.stringMatching(/^v: /) })
  })

  test('a body that is a list leaves the number of a durable frame readable', () => {
    const reading = readToCloud(JSON.stringify({ ...opened, body: [] }))
    expect(reading).toMatchObject({ kind: 'bad', id: opened.id, seq: 1, type: 'event.opened' })
  })

  test('a type of the other direction is unknown', () => {
    const command = readExample('to-gateway/trigger.good.json')
    expect(readToCloud(JSON.stringify(command))).toMatchObject({ kind: 'unknown', type: 'trigger' })
    expect(readToGateway(JSON.stringify(hello))).toMatchObject({ kind: 'unknown', type: 'hello' })
  })
})

describe('what a later version may send', () => {
  test('an unknown type is told from a bad frame, and keeps its number', () => {
    const later = { v: 1, id, type: 'event.annotated', seq: 7, body: { text: 'new' } }
    expect(readToCloud(JSON.stringify(later))).toEqual({
      kind: 'unknown',
      id,
      seq: 7,
      re: null,
      type: 'event.annotated',
    })
  })

  test.each(['toString', '__proto__', 'constructor'])('%s is a type like any other unknown one', (type) => {
    expect(readToCloud(JSON.stringify({ v: 1, id, type, body: {} }))).toMatchObject({ kind: 'unknown', type })
  })

  test('unknown keys are dropped, in the envelope and in the body', () => {
    const later = { ...hello, priority: 1, body: { ...(hello.body as object), colour: 'red' } }
    expect(readToCloud(JSON.stringify(later))).toEqual({ kind: 'frame', frame: hello })
  })

  test('what belongs to the camera is kept whole', () => {
    const raw = { Source: { token: 'v1' }, Data: [1, true, null] }
    expect(readToCloud(openedWith(raw))).toMatchObject({ frame: { body: { raw_data: raw } } })
  })
})

describe('what cannot be stored', () => {
  test.each([
    ['NUL in a text', '{"a":"x\\u0000y"}'],
    ['NUL in a key', '{"x\\u0000y":1}'],
    ['NUL deep inside', '{"a":[{"b":["\\u0000"]}]}'],
    ['half a surrogate pair', '{"a":"\\ud83d"}'],
    ['the halves in the wrong order', '{"a":"\\udc00\\ud83d"}'],
  ])('%s is bad, by its number', (_what, rawData) => {
    const text = openedWith('RAW').replace('"RAW"', rawData)
    expect(readToCloud(text)).toMatchObject({ kind: 'bad', seq: 1, type: 'event.opened' })
  })

  test.each([
    ['a whole surrogate pair', '{"a":"\\ud83d\\ude00"}'],
    ['the six letters that spell NUL', '{"a":"\\\\u0000"}'],
  ])('%s is taken', (_what, rawData) => {
    expect(readToCloud(openedWith('RAW').replace('"RAW"', rawData))).toMatchObject({ kind: 'frame' })
  })

  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  // The frame, its body and raw_data are three levels themselves.
  test.each([
    [channelLimits.depth - 3, 'frame'],
    [channelLimits.depth - 2, 'bad'],
    [50_000, 'bad'],
  ])('raw_data with %i levels inside is read as %s', (levels, kind) => {
    const text = openedWith({ a: 'RAW' }).replace('"RAW"', nested(levels))
    expect(readToCloud(text).kind).toBe(kind)
  })

  test.each([
    ['1969-12-31T23:59:59.999Z', 'bad'],
    ['1970-01-01T00:00:00.000Z', 'frame'],
    ['2200-12-31T23:59:59.999Z', 'frame'],
    ['2201-01-01T00:00:00.000Z', 'bad'],
    ['2026-02-30T00:00:00.000Z', 'bad'],
    ['infinity', 'bad'],
    ['2026-03-14T09:30:00Z', 'bad'],
  ])('an event at %s is read as %s', (triggered_at, kind) => {
    const text = JSON.stringify({ ...opened, body: { ...openedBody, triggered_at } })
    expect(readToCloud(text).kind).toBe(kind)
  })
})

describe('size', () => {
  const padded = (bytes: number) => {
    const text = openedWith({ a: '' })
    return openedWith({ a: 'x'.repeat(bytes - text.length) })
  }

  test('a frame of exactly the limit is taken', () => {
    const text = padded(channelLimits.payloadBytes)
    expect(text).toHaveLength(channelLimits.payloadBytes)
    expect(readToCloud(text).kind).toBe('frame')
  })

  test('one character more is refused unread', () => {
    expect(readToCloud(padded(channelLimits.payloadBytes + 1))).toMatchObject(nothing)
  })
})

describe('heads', () => {
  const { seq: _seq, ...unnumbered } = opened

  test('a durable frame without its number is bad', () => {
    const reading = readToCloud(JSON.stringify(unnumbered))
    expect(reading).toMatchObject({ kind: 'bad', seq: null, reason: expect.stringMatching(/^seq: /) })
  })

  test.each([0, -1, 1.5, '1', null, 2 ** 53])('%s is no place in the outbox', (seq) => {
    const reading = readToCloud(JSON.stringify({ ...unnumbered, seq }))
    expect(reading).toMatchObject({ kind: 'bad', seq: null, reason: expect.stringMatching(/^seq: /) })
  })

  test.each(['to-cloud', 'to-gateway'])('a result %s that answers nothing is bad', (folder) => {
    const { re: _re, ...result } = readExample(`${folder}/result.good.json`) as Record<string, unknown>
    const read = folder === 'to-cloud' ? readToCloud : readToGateway
    expect(read(JSON.stringify(result))).toMatchObject({
      kind: 'bad',
      re: null,
      reason: expect.stringMatching(/^re: /),
    })
  })

  test('an ack without its number is bad', () => {
    const text = JSON.stringify({ v: 1, id, type: 'ack', body: { rejected: [] } })
    expect(readToGateway(text)).toMatchObject({ kind: 'bad', reason: expect.stringMatching(/^ack: /) })
  })

  test('a reason quotes no value, for it is logged', () => {
    const secret = 'rtsp://admin:canary@camera/1'
    const command = readExample('to-gateway/snapshot.good.json') as { body: object }
    const reading = readToGateway(
      JSON.stringify({ ...command, body: { ...command.body, camera_id: secret, deadline_ms: secret } }),
    )
    expect(reading.kind).toBe('bad')
    expect(JSON.stringify(reading)).not.toContain('canary')
  })
})

describe('writing', () => {
  test('what is written to the cloud is what it reads', () => {
    const body = { upload_id: id }
    const text = writeToCloud('upload.complete', body, { id })
    expect(readToCloud(text)).toEqual({ kind: 'frame', frame: { v: 1, id, type: 'upload.complete', body } })
  })

  test('what is written to a gateway is what it reads, with what the version lets out filled in', () => {
    const text = writeToGateway('discover', { deadline_ms: 1000 }, { id, re: undefined })
    const body = { deadline_ms: 1000, timeout_sec: 5 }
    expect(readToGateway(text)).toEqual({ kind: 'frame', frame: { v: 1, id, type: 'discover', body } })
  })
})
