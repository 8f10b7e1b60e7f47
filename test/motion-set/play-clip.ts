import { setTimeout as sleep } from 'node:timers/promises'
import {
  createFfmpegGrayDecoder,
  type Ffmpeg,
  type GrayDecoder,
  type Motion,
  MotionDetector,
  type MotionZone,
  PacketHub,
  RingBudget,
  silentLogger,
} from '@sightline/agent/testing'
import { ClipClock } from './clip-clock.js'
import type { Clip } from './encode-clip.js'

/** What a watch said of a clip. Times are seconds of the clip. */
export interface Played {
  /** Each movement that was told: when it was told, and when it began by what was told. */
  readonly told: readonly { readonly second: number; readonly beganSecond: number; readonly motion: Motion }[]
  readonly looks: number
  /** What decoding took in all, seconds. */
  readonly decodingSec: number
}

export interface PlayOptions {
  readonly ffmpeg: Ffmpeg
  readonly sensitivity?: 'low' | 'medium' | 'high'
  readonly zones?: readonly MotionZone[]
}

const startMs = Date.UTC(2026, 0, 15, 12)
/** A decode that waits for others waits by the clock of the clip, which must go on then. */
const patienceMs = 300

/** Sends a clip through ring, watch and decoder as if it came from a camera, faster than time. */
export async function playClip(clip: Clip, { ffmpeg, sensitivity, zones }: PlayOptions): Promise<Played> {
  const clock = new ClipClock(startMs)
  const budget = new RingBudget(64 * 1024 * 1024)
  const hub = new PacketHub({ clock, log: silentLogger, budget, preEventSec: 3 })
  const told: Played['told'][number][] = []
  let isMoving = false
  const decoder = timed(createFfmpegGrayDecoder({ ffmpeg, clock, redact: (text) => text }), clock)
  const watch = new MotionDetector({
    cameraId: 'clip',
    source: hub,
    settings: { sensitivity: sensitivity ?? 'medium', zones: zones ?? [] },
    clock,
    log: silentLogger,
    decoder,
    onMotion: (motion) => {
      const beganSecond = (motion.atMs - startMs) / 1000
      if (!isMoving) told.push({ second: clock.monotonic() / 1000, beganSecond, motion })
      isMoving = true
    },
    onQuiet: () => {
      isMoving = false
    },
  })
  for (const packet of clip.packets(startMs)) {
    await decoder.idle()
    // A camera sends a picture when it is encoded; one that is shown later than others is sent before them.
    await clock.moveTo(packet.dtsUs / 1000)
    hub.packet(packet)
  }
  await decoder.idle()
  await clock.moveTo(clock.monotonic() + 1000)
  watch.stop()
  hub.close()
  return { told, looks: decoder.looks, decodingSec: decoder.decodingSec }
}

/** A decoder whose answers take as long by the clock of the clip as they really took, once their turn had come. */
function timed(inner: GrayDecoder, clock: ClipClock) {
  const underWay = new Set<Promise<unknown>>()
  const counted = {
    looks: 0,
    decodingSec: 0,
    /** Resolves when nothing is being decoded. */
    idle: async () => {
      await Promise.race([Promise.all(underWay), sleep(patienceMs)])
    },
    reconsider: () => inner.reconsider(),
    decode: async (...[request, signal]: Parameters<GrayDecoder['decode']>) => {
      counted.looks += 1
      let beganMs = performance.now()
      let end: () => void = () => undefined
      const decoding = new Promise<void>((resolve) => {
        end = resolve
      })
      // Whoever waits for company, or for what a look may cost, waits by the clock of the clip.
      const take = (mostPackets: number) => {
        const excerpt = request.take(mostPackets)
        if (excerpt !== null) underWay.add(decoding)
        beganMs = performance.now()
        return excerpt
      }
      const outcome = await inner.decode({ ...request, take }, signal)
      end()
      underWay.delete(decoding)
      const tookMs = performance.now() - beganMs
      counted.decodingSec += tookMs / 1000
      await clock.delay(tookMs)
      return outcome
    },
  }
  return counted
}
