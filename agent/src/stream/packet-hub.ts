import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { Packet, PacketListener, PacketSource, StreamRun, StreamSink } from './packet.js'
import { PacketRing } from './packet-ring.js'
import type { RingBudget } from './ring-budget.js'
import { type StreamMeasures, StreamMeter } from './stream-meter.js'

interface PacketHubOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly budget: RingBudget
  /** How far back a consumer may want to begin, seconds. */
  readonly preEventSec: number
}

/** What the ring holds, for diagnostics. */
export interface RingState {
  readonly bytes: number
  /** Presentation time of the oldest kept packet, ms since the epoch, or null. */
  readonly oldestAtMs: number | null
  /** True if the limit of memory shortens the pre-roll. */
  readonly isCutShort: boolean
}

/** A trigger reaches the recorder a moment after it happened; its past must still be there. */
const triggerDelayMs = 1500
/** After a picture that could not begin a run one is awaited for so long, ms: others come meanwhile. */
const awaitingMs = 15_000
/** The keyframe that a clip begins with lies up to one group of pictures before its start. */
const guessedGopSec = 4

/**
 * One camera stream for all who want it: keeps the newest packets and hands the live ones on. A listener
 * that throws is let go, and the others do not notice.
 */
export class PacketHub implements PacketSource, StreamSink {
  readonly #options: PacketHubOptions
  readonly #ring: PacketRing
  readonly #meter = new StreamMeter()
  readonly #listeners = new Set<PacketListener>()
  readonly #packetWatchers = new Set<() => void>()
  #preEventSec: number
  #run: StreamRun | null = null
  /** When the last picture came while no run was in progress, ms of the monotonic clock. */
  #leftOutMs: number | null = null
  #saidLost = false
  #cancelForget: () => void = () => {}

  constructor(options: PacketHubOptions) {
    this.#options = options
    this.#preEventSec = options.preEventSec
    this.#ring = new PacketRing(options.budget)
  }

  /** Changes how far back the ring reaches, seconds; a longer past fills up by and by. */
  keep(preEventSec: number): void {
    this.#preEventSec = preEventSec
  }

  measures(): StreamMeasures {
    return this.#meter.measures()
  }

  ringState(): RingState {
    return { bytes: this.#ring.bytes, oldestAtMs: this.#ring.oldestAtMs, isCutShort: this.#ring.isCutShort }
  }

  currentRun(): StreamRun | null {
    return this.#run
  }

  isAwaitingKeyframe(): boolean {
    if (this.#run !== null || this.#leftOutMs === null) return false
    return this.#options.clock.monotonic() - this.#leftOutMs < awaitingMs
  }

  isPastCutShort(): boolean {
    return this.#ring.isCutShort || this.#ring.hasLostAll
  }

  newestGop(): readonly Packet[] {
    return this.#ring.newest().filter(({ damaged }) => damaged !== true)
  }

  subscribe(listener: PacketListener, fromMs?: number): () => void {
    // A registration of its own: the same listener may subscribe twice.
    const registered: PacketListener = {
      packet: (packet) => {
        if (packet.damaged !== true || listener.takesDamaged === true) listener.packet(packet)
      },
      runEnded: (run, reason) => listener.runEnded(run, reason),
    }
    this.#listeners.add(registered)
    if (fromMs !== undefined) this.#replay(registered, fromMs)
    return () => void this.#listeners.delete(registered)
  }

  /** Calls `watcher` with each packet, before any listener; returns the way to end that. */
  watch(watcher: () => void): () => void {
    this.#packetWatchers.add(watcher)
    return () => void this.#packetWatchers.delete(watcher)
  }

  awaitsKeyframe(): void {
    if (this.#run === null) this.#leftOutMs = this.#options.clock.monotonic()
  }

  packet(packet: Packet): void {
    this.#cancelForget()
    this.#run = packet.run
    this.#leftOutMs = null
    this.#meter.add(packet)
    this.#ring.add(packet, this.#keepMs())
    this.#sayIfLost()
    for (const watcher of this.#packetWatchers) watcher()
    for (const listener of this.#listeners) this.#guarded(listener, () => listener.packet(packet))
  }

  runEnded(run: StreamRun, reason: string): void {
    this.#run = null
    this.#leftOutMs = null
    for (const listener of this.#listeners) this.#guarded(listener, () => listener.runEnded(run, reason))
    // What has grown old is no pre-roll and no picture of now.
    this.#cancelForget = this.#options.clock.after(this.#keepMs(), () => this.#ring.clear())
  }

  /** Gives the memory back; listeners hear nothing any more. */
  close(): void {
    this.#cancelForget()
    this.#listeners.clear()
    this.#ring.close()
  }

  /** Memory was so short that nothing of the past is left: a clip that begins now begins late. */
  #sayIfLost(): void {
    if (this.#ring.hasLostAll === this.#saidLost) return
    this.#saidLost = this.#ring.hasLostAll
    if (this.#saidLost)
      this.#options.log.warn({ gopSec: this.#meter.measures().gopSec }, 'stream.pre_roll_lost')
  }

  #keepMs(): number {
    const gopSec = this.#meter.measures().gopSec ?? guessedGopSec
    return (this.#preEventSec + gopSec) * 1000 + triggerDelayMs
  }

  #replay(listener: PacketListener, fromMs: number): void {
    let before: Packet | null = null
    for (const packet of this.#ring.from(fromMs)) {
      const ended: StreamRun | null = before !== null && before.run !== packet.run ? before.run : null
      this.#guarded(listener, () => {
        if (ended !== null) listener.runEnded(ended, 'the stream was interrupted')
        listener.packet(packet)
      })
      if (!this.#listeners.has(listener)) return
      before = packet
    }
    const last = before?.run ?? null
    if (last !== null && last !== this.#run) {
      this.#guarded(listener, () => listener.runEnded(last, 'the stream was interrupted'))
    }
  }

  #guarded(listener: PacketListener, call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#listeners.delete(listener)
      this.#options.log.error({ err: error }, 'stream.listener_failed')
    }
  }
}
