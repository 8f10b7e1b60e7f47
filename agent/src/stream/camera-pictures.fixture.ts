import type { Clock } from '../platform/clock.js'
import { silentLogger } from '../platform/logger.js'
import type { Packet, StreamRun, StreamSink } from './packet.js'

/** Parameter sets of real encoders: 640x360 without, 1280x720 with B-frames would differ in bytes only. */
export const sets = {
  sps: Buffer.from('6742c01ed900a02ff97011000003000100000300320f162e48', 'hex'),
  pps: Buffer.from('68cb83cb20', 'hex'),
  /** 1920x1080, two pictures reordered. */
  largeSps: Buffer.from('67640028acd940780227e5c044000003000400000300c83c60c658', 'hex'),
  largePps: Buffer.from('68ebe3cb22c0', 'hex'),
}

/** A slice NAL unit as far as anything here looks at it: type, first macroblock, then any bytes. */
export function slice(keyframe: boolean, fill = 0xaa, length = 20, isFirst = true): Buffer {
  const unit = Buffer.alloc(length, fill)
  unit[0] = keyframe ? 0x65 : 0x41
  unit[1] = isFirst ? 0x88 : 0x48
  return unit
}

/** NAL units in the form of `Packet.data`. */
export function lengthPrefixed(...units: Uint8Array[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(unit.length)
      return [length, unit]
    }),
  )
}

/** A clock that a test moves. Its timers run as it is moved. */
export class MovedClock implements Clock {
  wallMs = 1_700_000_000_000
  monoMs = 5000
  #timers: { atMs: number; task: () => void }[] = []

  now(): number {
    return this.wallMs
  }

  monotonic(): number {
    return this.monoMs
  }

  delay(ms: number, options?: { signal?: AbortSignal | undefined }): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.after(ms, resolve)
      const fail = () => {
        cancel()
        reject(new DOMException('aborted', 'AbortError'))
      }
      if (options?.signal?.aborted === true) fail()
      options?.signal?.addEventListener('abort', fail, { once: true })
    })
  }

  after(ms: number, task: () => void): () => void {
    const timer = { atMs: this.monoMs + ms, task }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** How long each pending timer has yet to run, ms, ascending. */
  get pendingMs(): number[] {
    return this.#timers.map(({ atMs }) => atMs - this.monoMs).toSorted((one, other) => one - other)
  }

  move(ms: number): void {
    const untilMs = this.monoMs + ms
    for (;;) {
      const [first] = this.#timers.toSorted((one, other) => one.atMs - other.atMs)
      if (first === undefined || first.atMs > untilMs) break
      this.#timers = this.#timers.filter((other) => other !== first)
      this.#step(Math.max(0, first.atMs - this.monoMs))
      first.task()
    }
    this.#step(untilMs - this.monoMs)
  }

  #step(ms: number): void {
    this.monoMs += ms
    this.wallMs += ms
  }
}

/** Notes all it is told. */
export class NotingListener implements StreamSink {
  readonly packets: Packet[] = []
  readonly ended: { run: StreamRun; reason: string }[] = []
  /** `k` for a keyframe, `p` for another packet, `|` for the end of a run. */
  story = ''

  packet(packet: Packet): void {
    this.packets.push(packet)
    this.story += packet.keyframe ? 'k' : 'p'
  }

  runEnded(run: StreamRun, reason: string): void {
    this.ended.push({ run, reason })
    this.story += '|'
  }

  awaitsKeyframe(): void {}
}

export function newRun(id: number, startedAtMs: number): StreamRun {
  const video = { codec: 'h264' as const, width: 640, height: 360, parameterSets: [sets.sps, sets.pps] }
  return { id, startedAtMs, video, audio: null }
}

export function newPacket(run: StreamRun, atMs: number, keyframe: boolean, bytes = 1000): Packet {
  const dtsUs = (atMs - run.startedAtMs) * 1000
  return { run, track: 'video', ptsUs: dtsUs, dtsUs, keyframe, data: new Uint8Array(bytes) }
}

export const log = silentLogger
