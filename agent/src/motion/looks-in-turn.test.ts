import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../platform/clock.fake.js'
import { silentLogger } from '../platform/logger.js'
import type { Packet, StreamRun } from '../stream/packet.js'
import { PacketHub } from '../stream/packet-hub.js'
import { RingBudget } from '../stream/ring-budget.js'
import { DecodeQueue, type QueuedDecode } from './decode-queue.js'
import { lumaOf, withFigure, yard } from './drawn-pictures.fixture.js'
import type { DecodeOutcome } from './gray-decoder.js'
import type { Motion } from './motion.js'
import { MotionDetector } from './motion-detector.js'
import { wantedPictures } from './wanted-pictures.js'

/** All cameras show the same, at the same time. */
const cameraCount = 6
const [walksFromSec, walksUntilSec] = [10, 16]
const startMs = 30

let clock: FakeClock
let cameras: {
  hub: PacketHub
  watch: MotionDetector
  run: StreamRun
  told: { motion: Motion; sec: number }[]
}[]
/** What decoding a picture takes. */
let pictureMs: number
const drawn = new Map<number, Uint8Array>()

beforeEach(() => {
  clock = createFakeClock()
  pictureMs = 18
  const queue = new DecodeQueue(clock, decode)
  cameras = Array.from({ length: cameraCount }, (_, index) => camera(queue, index))
})
afterEach(async () => {
  for (const { hub, watch } of cameras) {
    watch.stop()
    hub.close()
  }
  await clock.advance(10_000)
  expect(clock.waiting).toBe(0)
})

function camera(queue: DecodeQueue, index: number) {
  const hub = new PacketHub({ clock, log: silentLogger, budget: new RingBudget(1e9), preEventSec: 5 })
  const video = { codec: 'h264', width: 640, height: 360, parameterSets: [] } as const
  const run: StreamRun = { id: index + 1, startedAtMs: clock.now(), video, audio: null }
  const told: { motion: Motion; sec: number }[] = []
  const watch = new MotionDetector({
    cameraId: `camera ${index + 1}`,
    source: hub,
    settings: { sensitivity: 'medium', zones: [] },
    clock,
    log: silentLogger,
    decoder: {
      decode: (request, signal) => queue.decode(request, signal),
      reconsider: () => queue.reconsider(),
    },
    onMotion: (motion) => told.push({ motion, sec: clock.monotonic() / 1000 }),
    onQuiet: () => undefined,
    onLate: (lateMs) => hub.keep(5 + lateMs / 1000),
  })
  return { hub, watch, run, told }
}

async function decode(batch: readonly QueuedDecode[]): Promise<DecodeOutcome[]> {
  const packets = batch.reduce((sum, { excerpt }) => sum + excerpt.packets.length, 0)
  await clock.delay(startMs + packets * pictureMs)
  return batch.map(({ excerpt }) => ({
    kind: 'pictures',
    pictures: wantedPictures(excerpt.packets, excerpt).map(({ ptsUs, keyframe }) => ({
      luma: drawnAt(ptsUs / 1_000_000),
      ptsUs,
      keyframe,
    })),
  }))
}

function drawnAt(second: number): Uint8Array {
  const walks = second >= walksFromSec && second < walksUntilSec
  const left = walks ? Math.round(10 + (second - walksFromSec) * 20) : -1
  const luma = drawn.get(left) ?? lumaOf(walks ? withFigure(left, 55) : yard)
  drawn.set(left, luma)
  return luma
}

/** Until all movements are told. Ten pictures a second of each camera, a keyframe every other second. @param bytes that a picture has more than others */
async function play(seconds: number, bytes: (second: number, frame: number) => number): Promise<void> {
  for (let frame = 0; frame < seconds * 10; frame += 1) {
    if (cameras.every(({ told }) => told.length > 0)) return
    const us = frame * 100_000
    const keyframe = frame % 20 === 0
    const data = new Uint8Array(
      (keyframe ? 9000 : 220 + ((frame * 7) % 40)) + Math.round(bytes(us / 1e6, frame)),
    )
    data[4] = keyframe ? 0x65 : 0x41
    for (const { hub, run } of cameras) {
      const packet: Packet = { run, track: 'video', ptsUs: us, dtsUs: us, keyframe, data }
      hub.packet(packet)
    }
    await clock.advance(100)
  }
}

it('are all in time where every camera moves at once and one decoder takes six times as long as they are apart', async () => {
  await play(24, (second) => (second >= walksFromSec && second < walksUntilSec ? 900 : 0))
  const told = cameras.map((one) => one.told[0])
  expect(told.filter((one) => one === undefined)).toEqual([])
  for (const one of told) {
    expect(one?.sec).toBeLessThan(walksFromSec + 10)
    // No clip lacks what was before: the first pictures that show it were looked at.
    const began = ((one?.motion.atMs ?? 0) - (cameras[0]?.run.startedAtMs ?? 0)) / 1000
    expect(began).toBeGreaterThan(walksFromSec - 2)
    expect(began).toBeLessThan(walksFromSec + 0.5)
  }
})

it('are all in time where sizes say nothing of any: keyframes are glanced at, and looked around where they differ', async () => {
  pictureMs = 10
  // More bytes than a scene at rest has, and noise in them.
  await play(24, (_second, frame) => 2500 + ((frame * 7919) % 1500))
  for (const { told } of cameras) {
    expect(told[0]?.sec).toBeLessThan(walksFromSec + 10)
    const began = ((told[0]?.motion.atMs ?? 0) - (cameras[0]?.run.startedAtMs ?? 0)) / 1000
    expect(began).toBeGreaterThan(walksFromSec - 6.5)
    expect(began).toBeLessThan(walksFromSec + 0.5)
  }
})
