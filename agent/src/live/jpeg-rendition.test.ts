import { expect, it } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { until } from '../platform/until.fixture.js'
import type { LiveSnapshot } from '../recording/live-snapshot.js'
import { newPacket, newRun } from '../stream/camera-pictures.fixture.js'
import type { Packet, PacketListener, PacketSource } from '../stream/packet.js'
import { JpegRendition, type TakePicture } from './jpeg-rendition.js'
import type { UnsentFrame } from './media-socket.js'

const run = newRun(1, 0)

/** Keyframes come when the test says, and pictures are ready when it says. */
function scene() {
  const listeners = new Set<PacketListener>()
  let gop: readonly Packet[] = []
  const source: PacketSource = {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    currentRun: () => run,
    isAwaitingKeyframe: () => false,
    isPastCutShort: () => false,
    newestGop: () => gop,
  }
  const taking: { readonly atMs: number; readonly done: (jpeg: LiveSnapshot | Error) => void }[] = []
  const frames: UnsentFrame[] = []
  const states: string[] = []
  const line = { isBehind: false }
  const clock = createFakeClock()
  const take: TakePicture = (newest) =>
    new Promise((resolve, reject) => {
      const atMs = (newest().at(-1)?.ptsUs ?? 0) / 1000
      const done = (made: LiveSnapshot | Error) =>
        made instanceof Error ? reject(made) : resolve({ kind: 'found', value: made })
      taking.push({ atMs, done })
    })
  const rendition = new JpegRendition(
    { take, clock },
    {
      format: () => undefined,
      frame: (frame) => frames.push(frame) > 0,
      state: (state, message) => void states.push(message ?? state),
      isBehind: () => line.isBehind,
      hasComeBack: () => false,
      askForKeyframe: () => undefined,
      failed: () => undefined,
    },
  )
  rendition.begin(source)
  return {
    frames,
    states,
    taking,
    line,
    clock,
    rendition,
    source,
    keyframe(ms: number) {
      gop = [newPacket(run, ms, true)]
      for (const listener of listeners) for (const packet of gop) listener.packet(packet)
    },
  }
}
const picture = (takenAtMs: number) => ({ jpeg: Buffer.from([1]), width: 640, height: 360, takenAtMs })

it('one picture is made at a time, and of those that come meanwhile the newest', async () => {
  const { frames, keyframe, taking } = scene()
  for (const ms of [0, 1000, 2000, 3000]) keyframe(ms)
  expect(taking.map(({ atMs }) => atMs)).toEqual([0])
  taking[0]?.done(picture(0))
  await until(() => taking.length === 2)
  expect(taking[1]?.atMs).toBe(3000)
  taking[1]?.done(picture(3000))
  await until(() => frames.length === 2)
  expect(frames.map(({ capturedMs }) => capturedMs)).toEqual([0, 3000])
  expect(taking).toHaveLength(2)
})

it('whoever comes back gets a picture at once, also where no keyframe came meanwhile', async () => {
  const { frames, keyframe, rendition, source, taking } = scene()
  keyframe(0)
  taking[0]?.done(picture(0))
  await until(() => frames.length === 1)
  rendition.rest()
  rendition.begin(source)
  await until(() => taking.length === 2)
})

it('a failure is told, and a keyframe tried a second later', async () => {
  const { clock, frames, keyframe, states, taking } = scene()
  keyframe(0)
  taking[0]?.done(new Error('the disk is full'))
  await until(() => states.includes('the disk is full'))
  await clock.advance(1000)
  keyframe(1000)
  await until(() => taking.length === 2)
  taking[1]?.done(picture(1000))
  await until(() => frames.length === 1)
  expect(states.at(-1)).toBe('flowing')
})

it('where none can be made, one is tried ever more seldom, and all again once one was made', async () => {
  const { clock, frames, keyframe, states, taking } = scene()
  const triedAtMs: number[] = []
  for (let atMs = 0; atMs < 200_000; atMs += 500) {
    keyframe(atMs)
    const tried = taking.at(-1)
    if (tried?.atMs === atMs) {
      triedAtMs.push(atMs)
      const told = states.length
      tried.done(new Error('ffmpeg ended'))
      await until(() => states.length > told)
    }
    await clock.advance(500)
  }
  const waits = triedAtMs.slice(1).map((at, index) => at - (triedAtMs[index] ?? 0))
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000])
  await clock.advance(30_000)
  for (const atMs of [300_000, 300_500, 301_000]) {
    keyframe(atMs)
    await until(() => taking.at(-1)?.atMs === atMs)
    const made = frames.length
    taking.at(-1)?.done(picture(atMs))
    await until(() => frames.length > made)
  }
  expect(frames[0]?.discontinuity).toBe(true)
})

it('none is made while the line does not keep up, and the next one says that some are missing', async () => {
  const { frames, keyframe, line, taking } = scene()
  line.isBehind = true
  keyframe(0)
  expect(taking).toEqual([])
  line.isBehind = false
  keyframe(1000)
  await until(() => taking.length === 1)
  taking[0]?.done(picture(1000))
  await until(() => frames.length === 1)
  expect(frames[0]?.discontinuity).toBe(true)
})
