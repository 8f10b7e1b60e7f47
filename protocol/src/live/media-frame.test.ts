import { expect, test } from 'vitest'
import {
  type MediaFrame,
  mediaHeadBytes,
  mediaKinds,
  mostMediaFrameBytes,
  readMediaFrame,
  sequencesBetween,
  writeMediaFrame,
} from './media-frame.js'

const frame: MediaFrame = {
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
}

test('the head of a frame, byte by byte', () => {
  const bytes = writeMediaFrame(frame)
  expect(bytes).toHaveLength(mediaHeadBytes + 6)
  expect(Buffer.from(bytes.subarray(0, 8)).toString('hex')).toBe('0105fffffffffffe')
  expect(bytes.subarray(mediaHeadBytes)).toEqual(frame.data)
})

test.each(['video', 'audio', 'jpeg', 'mpeg1'] as const)('%s is read as it was written', (kind) => {
  const one = { ...frame, kind, keyframe: kind !== 'mpeg1', discontinuity: kind === 'video', catchUp: false }
  expect(readMediaFrame(writeMediaFrame(one))).toEqual(one)
})

test('it is read out of the middle of other bytes', () => {
  const bytes = writeMediaFrame(frame)
  const around = new Uint8Array(bytes.length + 20)
  around.set(bytes, 7)
  expect(readMediaFrame(around.subarray(7, 7 + bytes.length))).toEqual(frame)
})

test('what is no frame is refused', () => {
  const bytes = writeMediaFrame(frame)
  const changed = (change: (view: DataView) => void) => {
    const copy = Uint8Array.from(bytes)
    change(new DataView(copy.buffer))
    return readMediaFrame(copy)
  }
  expect(readMediaFrame(bytes.subarray(0, mediaHeadBytes - 1))).toBeNull()
  expect(readMediaFrame(new Uint8Array(mostMediaFrameBytes + 1))).toBeNull()
  for (const kind of [0, 5, 255]) expect(changed((view) => view.setUint8(0, kind))).toBeNull()
  expect(changed((view) => view.setFloat64(8, Number.NaN))).toBeNull()
  expect(changed((view) => view.setFloat64(16, Number.POSITIVE_INFINITY))).toBeNull()
  expect(changed((view) => view.setFloat64(16, 0.5))).toBeNull()
  expect(changed((view) => view.setInt32(24, -1))).toBeNull()
  expect(Object.values(mediaKinds)).toEqual([1, 2, 3, 4])
})

test('one that is too large is not written', () => {
  const data = new Uint8Array(mostMediaFrameBytes - mediaHeadBytes)
  expect(writeMediaFrame({ ...frame, data })).toHaveLength(mostMediaFrameBytes)
  expect(() => writeMediaFrame({ ...frame, data: new Uint8Array(data.length + 1) })).toThrow(RangeError)
})

test('sequence numbers go on over their end', () => {
  expect(sequencesBetween(1, 4)).toBe(3)
  expect(sequencesBetween(4, 1)).toBe(-3)
  expect(sequencesBetween(0xffff_ffff, 1)).toBe(2)
  expect(sequencesBetween(1, 0xffff_ffff)).toBe(-2)
})
