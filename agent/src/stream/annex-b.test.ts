import { expect, test } from 'vitest'
import { annexB } from './annex-b.js'
import type { Packet } from './packet.js'

const video = {
  codec: 'h264' as const,
  width: 640,
  height: 360,
  parameterSets: [Uint8Array.of(0x67, 1), Uint8Array.of(0x68, 2)],
}
const packet = (keyframe: boolean, ...units: number[][]): Packet => ({
  run: { id: 1, startedAtMs: 0, video, audio: null },
  track: 'video',
  ptsUs: 0,
  dtsUs: 0,
  keyframe,
  data: Buffer.concat(units.map((unit) => Buffer.from([0, 0, 0, unit.length, ...unit]))),
})

test('a keyframe is preceded by its parameter sets', () => {
  const bytes = [0, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 2, 0, 0, 0, 1, 0x65, 3, 4]
  expect([...annexB(packet(true, [0x65, 3, 4]))]).toEqual(bytes)
})

test('each unit gets a start code, and the packet stays as it was', () => {
  const given = packet(false, [0x41, 1], [0x41, 2, 3])
  const before = Buffer.from(given.data)
  expect([...annexB(given)]).toEqual([0, 0, 0, 1, 0x41, 1, 0, 0, 0, 1, 0x41, 2, 3])
  expect(Buffer.from(given.data)).toEqual(before)
})

test('lengths that lead beyond the end do no harm', () => {
  const broken = { ...packet(false, [0x41]), data: Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 2]) }
  expect([...annexB(broken)]).toEqual([0, 0, 0, 1, 1, 2])
})
