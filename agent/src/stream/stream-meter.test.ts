import { expect, test } from 'vitest'
import { newPacket, newRun } from './camera-pictures.fixture.js'
import type { Packet } from './packet.js'
import { StreamMeter } from './stream-meter.js'

const run = newRun(1, 0)

/** Pictures at `fps`, a keyframe each `gopSec`. */
function feed(meter: StreamMeter, seconds: number, fps: number, gopSec: number, bytes = 1000): void {
  for (let frame = 0; frame < seconds * fps; frame++) {
    const isKeyframe = frame % Math.round(fps * gopSec) === 0
    meter.add(newPacket(run, (frame * 1000) / fps, isKeyframe, bytes))
  }
}

test.each([
  [1, 25],
  [4, 15],
  [10, 25],
  [60, 10],
])('keyframes every %i s are measured, beside rate and bits', (gopSec, fps) => {
  const meter = new StreamMeter()
  feed(meter, gopSec + 6, fps, gopSec, 1250)
  expect(meter.measures()).toEqual({ fps, bitrateKbps: 10 * fps, gopSec, hasBFrames: false })
})

test('a group in progress counts once it is longer than those before it', () => {
  const meter = new StreamMeter()
  feed(meter, 3, 10, 1)
  expect(meter.measures().gopSec).toBe(1)
  for (let frame = 30; frame <= 400; frame++) meter.add(newPacket(run, frame * 100, false))
  expect(meter.measures().gopSec).toBe(38)
})

test('B-frames are seen in the order of the pictures', () => {
  const meter = new StreamMeter()
  const shown = [0, 3, 1, 2, 6, 4, 5]
  for (const [index, at] of shown.entries()) {
    const packet: Packet = { ...newPacket(run, index * 40, index === 0), ptsUs: (at + 2) * 40_000 }
    meter.add(packet)
  }
  expect(meter.measures().hasBFrames).toBe(true)
  meter.add(newPacket(newRun(2, 0), 0, true))
  expect(meter.measures().hasBFrames).toBe(false)
})

test('sound is no picture', () => {
  const meter = new StreamMeter()
  for (let frame = 0; frame < 100; frame++) {
    meter.add(newPacket(run, frame * 40, frame % 25 === 0))
    meter.add({ ...newPacket(run, frame * 40, true), track: 'audio' })
  }
  expect(meter.measures()).toMatchObject({ fps: 25, gopSec: 1 })
})
