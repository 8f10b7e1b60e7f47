import { expect, test } from 'vitest'
import { videoPayload } from './video-payload.js'

/** A packet of a transport stream; one with less payload has an adaptation field in front. */
function packet(pid: number, begins: boolean, payload: readonly number[]): number[] {
  const missing = 184 - payload.length
  const head = [0x47, (begins ? 0x40 : 0) | (pid >> 8), pid & 0xff, missing > 0 ? 0x30 : 0x10]
  const adaptation = missing > 0 ? [missing - 1, ...Array<number>(missing - 1).fill(0xff)] : []
  return [...head, ...adaptation, ...payload]
}

const pesHead = [0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1]

test('what is left is the video alone, without tables, stuffing and heads', () => {
  const whole = Array.from({ length: 184 }, (_, at) => at)
  const stream = [
    ...packet(0, true, [0, 1, 2, 3]),
    ...packet(0x100, true, [...pesHead, 1, 2, 3]),
    ...packet(0x101, false, [9, 9, 9]),
    ...packet(0x100, false, whole),
    ...packet(0x100, false, [7]),
  ]
  expect([...videoPayload(Uint8Array.from(stream))]).toEqual([1, 2, 3, ...whole, 7])
})

test('of what is no transport stream nothing is left', () => {
  expect(videoPayload(new Uint8Array(400).fill(0xff))).toHaveLength(0)
  expect(videoPayload(new Uint8Array(3))).toHaveLength(0)
})
