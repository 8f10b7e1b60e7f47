import { expect, test } from 'vitest'
import { readMediaFrame } from './media-frame.js'

/** By the table of docs/protocol.md, 20. */
const head = (kind: string, flags: string) =>
  [
    kind,
    flags,
    'ffff',
    'fffffffe',
    // 2026-03-14T09:41:00.000Z and a quarter of a millisecond
    '4279cebb873e0400',
    // a day
    '42341dd760000000',
    '0001d4c0',
    '00000000',
  ].join('')

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

test('a frame is read as docs/protocol.md has it, out of the middle of other bytes', () => {
  const bytes = bytesOf(`00${head('01', '05')}0000000265880000`)
  expect(readMediaFrame(bytes.subarray(1, -2))).toEqual({
    kind: 'video',
    keyframe: true,
    discontinuity: false,
    catchUp: true,
    subscription: 65_535,
    sequence: 0xffff_fffe,
    capturedMs: 1_773_481_260_000.25,
    dtsUs: 86_400_000_000,
    ctsUs: 120_000,
    data: Uint8Array.of(0, 0, 0, 2, 0x65, 0x88),
  })
})

test.each([
  ['02', 'audio'],
  ['03', 'jpeg'],
  ['04', 'mpeg1'],
])('kind %s is %s', (code, kind) => {
  expect(readMediaFrame(bytesOf(head(code, '02')))).toMatchObject({ kind, discontinuity: true })
})

test('what is no frame is nothing', () => {
  const good = bytesOf(head('01', '00'))
  expect(readMediaFrame(good)).not.toBeNull()
  expect(readMediaFrame(good.subarray(0, 31))).toBeNull()
  expect(readMediaFrame(new Uint8Array(4 * 1024 * 1024 + 1).fill(1))).toBeNull()
  for (const kind of ['00', '05', 'ff']) expect(readMediaFrame(bytesOf(head(kind, '00')))).toBeNull()
  const changed = (at: number, value: number) => {
    const copy = Uint8Array.from(good)
    new DataView(copy.buffer).setFloat64(at, value)
    return readMediaFrame(copy)
  }
  expect(changed(8, Number.NaN)).toBeNull()
  expect(changed(16, 0.5)).toBeNull()
})
