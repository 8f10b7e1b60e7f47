import type { Clock } from '../platform/clock.js'
import { isOutOfSpace } from '../platform/errors.js'
import type { Packet, PacketListener, PacketSource, StreamRun } from '../stream/packet.js'
import { type DiskSpace, noRoomReason, storageReason } from './disk-quota.js'
import { JournalWriter } from './journal-writer.js'
import { endText, type LateCause, lateText, lengthFault, type RecordingEnd } from './recording-end.js'
import type { ExtendedEvent, OpenedEvent } from './recording-observer.js'
import { newestInProgressMs, type RecordingPlan, steppedBy, triggerInStream } from './recording-plan.js'
import { advanced, judge, type Progress } from './recording-progress.js'

interface RecordingOptions {
  readonly clock: Clock
  readonly source: PacketSource
  readonly journalPath: string
  readonly event: OpenedEvent
  readonly plan: RecordingPlan
  readonly room: DiskSpace
  /** For the continuation of another recording: its last frame, ms since the start of the run. */
  readonly afterPtsMs: number | null
}

/** Frames may be under way this long after the clip should be over. */
const lateMs = 2000
/** How long a recording that begins waits for room that is being made, ms; what comes meanwhile is in memory. */
const roomWithinMs = 15_000
/** The wall clock was set if it moved against the monotonic one by this much. */
const wallStepMs = 2000

/**
 * One clip in the making. Packets are taken from the moment it is created, first into memory; `open` makes
 * the journal. It ends by itself, or by `end`, once; then `close` completes the journal.
 */
export class Recording implements PacketListener {
  readonly event: OpenedEvent
  /** Of what happened a damaged picture shows more than none. */
  readonly takesDamaged = true
  /** Resolves with why it ended. */
  readonly ended: Promise<RecordingEnd>
  readonly #options: RecordingOptions
  readonly #journal: JournalWriter
  /**
   * The run in progress at the trigger, or the next one where pictures come and a keyframe is awaited: frames of an
   * earlier or a later one are not of this clip.
   */
  #runId: number | null
  /** What would explain that it begins late; null where nothing does. */
  readonly #lateCause: LateCause | null
  #plan: RecordingPlan
  /** The wall clock less the monotonic one, as the plan has it, ms. */
  #wallMs: number
  #progress: Progress | null = null
  #run: StreamRun | null = null
  #notedStartMs: number | null = null
  #frameAtMs = 0
  /** The first picture that came as it was taken, and not out of the ring. */
  #firstLive: { readonly ptsMs: number; readonly atMs: number } | null = null
  #isLive = false
  #end: RecordingEnd | null = null
  /** The disk took no more. */
  #refused: RecordingEnd | null = null
  #hasJournal = false
  #resolveEnded: (end: RecordingEnd) => void = () => undefined
  #unsubscribe: () => void = () => undefined
  #cancelTimer: () => void = () => undefined

  constructor(options: RecordingOptions) {
    const { clock, source, plan, room } = options
    this.event = options.event
    this.#options = options
    this.#plan = plan
    this.#wallMs = clock.now() - clock.monotonic()
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve
    })
    const failed = (error: unknown) => {
      this.#refused = { kind: 'storage', reason: storageReason(error) }
      this.end(this.#refused)
    }
    this.#journal = new JournalWriter(options.journalPath, clock, failed, () => room.wanted())
    this.#runId = source.currentRun()?.id ?? null
    this.#lateCause = this.#whyLate()
    if (this.#runId !== null) this.#subscribe(plan.fromMs)
    else if (source.isAwaitingKeyframe()) this.#subscribe()
    else this.end({ kind: 'no_stream' })
  }

  get plan(): RecordingPlan {
    this.#followWallClock()
    return this.#plan
  }

  get isOver(): boolean {
    return this.#end !== null
  }

  /** Wall clock of the newest frame that is in, or null. */
  get newestMs(): number | null {
    return this.#run && this.#progress && this.#run.startedAtMs + this.#progress.newestPtsMs
  }

  /** How much of what it should hold has yet to come, by the time that passed since its newest frame; ms. */
  get restMs(): number {
    const { clock } = this.#options
    if (this.newestMs === null) return this.plan.untilMs - clock.now()
    return this.plan.untilMs - this.newestMs - (clock.monotonic() - this.#frameAtMs)
  }

  /** The run that it records, or null if there was no stream, or has been none yet. */
  get runId(): number | null {
    return this.#runId
  }

  /** The newest frame that is in, ms since the start of its run. */
  get newestPtsMs(): number | null {
    return this.#progress?.newestPtsMs ?? null
  }

  /**
   * Makes the journal, with what a restart must know of the event on disk when this resolves.
   * @throws Error of the file system, or for want of room; the recording is over then.
   */
  async open(): Promise<void> {
    const { event, fromMs, untilMs } = { event: this.event, ...this.#plan }
    const { room } = this.#options
    try {
      if (room.isFull) await this.#roomMade()
      if (room.isFull) throw new Error(noRoomReason)
      await this.#journal.open({ kind: 'event', facts: { event, fromMs, untilMs } })
      this.#hasJournal = true
    } catch (error) {
      // It may have come to its end in memory, while room was being made: nothing of that is left.
      this.#refused = { kind: 'storage', reason: storageReason(error) }
      this.end(this.#refused)
      if (room.isFull || isOutOfSpace(error)) {
        room.lost('clips', event.eventId)
        room.wanted()
      }
      throw error
    }
  }

  async #roomMade(): Promise<void> {
    const { clock, room } = this.#options
    let cancel = () => {}
    const late = new Promise<void>((resolve) => {
      cancel = clock.after(roomWithinMs, resolve)
    })
    const never = new Promise<void>(() => {})
    const stopped = this.ended.then(({ kind }) => (kind === 'stopped' ? undefined : never))
    await Promise.race([room.made(), late, stopped])
    cancel()
  }

  /** Lengthens the recording at once, and notes the further trigger in the journal. */
  extend(event: ExtendedEvent, plan: RecordingPlan): void {
    this.#plan = plan
    this.#journal.append({ kind: 'extended', extension: { event, untilMs: plan.untilMs } })
    this.#arm()
  }

  /** Ends the recording with what it holds, unless it is over already. */
  end(end: RecordingEnd): void {
    if (this.#end !== null) return
    this.#end = end
    this.#cancelTimer()
    this.#unsubscribe()
    this.#resolveEnded(end)
  }

  /**
   * Completes the journal of a recording that is over.
   * @returns what is wrong with the clip, and whether there is a journal to make it of.
   */
  async close(): Promise<{ readonly error: string | null; readonly hasJournal: boolean }> {
    const end = this.#end ?? { kind: 'stopped' }
    this.end(end)
    const ended = endText(end, this.#plan, this.#progress) ?? this.#lengthFault()
    const error = [this.#lateText(), ended].filter((text) => text !== null).join('; ') || null
    this.#journal.append({ kind: 'ended', ending: { error } })
    await this.#journal[Symbol.asyncDispose]()
    // What was still in memory found no room: the journal does not hold all that was recorded.
    const refused = this.#refused !== null && endText(this.#refused, this.#plan, this.#progress)
    return { error: refused || error, hasJournal: this.#hasJournal }
  }

  packet(packet: Packet): void {
    this.#followWallClock()
    this.#runId ??= packet.run.id
    if (this.#end !== null || packet.run.id < this.#runId) return
    if (packet.run.id > this.#runId) this.end({ kind: 'stream_lost', reason: 'the camera began anew' })
    else if (packet.track === 'video') this.#video(packet)
    else if (this.#progress !== null) this.#append(packet)
  }

  runEnded(run: StreamRun, reason: string): void {
    if (run.id === this.#runId) this.end({ kind: 'stream_lost', reason })
  }

  #video(packet: Packet): void {
    const frame = { ptsMs: packet.ptsUs / 1000, dtsMs: packet.dtsUs / 1000, keyframe: packet.keyframe }
    const { afterPtsMs } = this.#options
    const verdict = judge(this.#plan, this.#progress, frame, {
      startedAtMs: packet.run.startedAtMs,
      afterPtsMs,
    })
    if (verdict === 'take' || verdict === 'take_last') {
      this.#progress = advanced(this.#progress, frame)
      this.#append(packet)
    }
    if (verdict === 'take_last' || verdict === 'end') this.end({ kind: 'complete' })
    if (verdict === 'continue') this.end({ kind: 'bound' })
  }

  #append(packet: Packet): void {
    const { run, track, ...taken } = packet
    const { ptsUs } = taken
    this.#run = run
    // Sound that goes on without pictures keeps no clip waiting for them.
    if (track === 'video') {
      this.#frameAtMs = this.#options.clock.monotonic()
      if (this.#isLive) this.#firstLive ??= { ptsMs: ptsUs / 1000, atMs: this.#frameAtMs }
    }
    // A receiver may learn in the first seconds of a run that it began earlier; the newest note counts.
    if (this.#notedStartMs !== run.startedAtMs) {
      this.#notedStartMs = run.startedAtMs
      const { startedAtMs, video, audio } = run
      this.#journal.append({ kind: 'run', run: { startedAtMs, video, audio } })
    }
    this.#journal.append({ kind: 'packet', track, ...taken })
  }

  /** @param fromMs what is kept since then comes first; without it only what comes from now on */
  #subscribe(fromMs?: number): void {
    this.#arm()
    const unsubscribe = this.#options.source.subscribe(this, fromMs)
    this.#isLive = true
    // Kept packets alone may have ended it, before there was anything to unsubscribe.
    if (this.#end === null) this.#unsubscribe = unsubscribe
    else unsubscribe()
  }

  /** Frames end a clip by their times; the timer is for those that do not come. */
  #arm(): void {
    this.#cancelTimer()
    if (this.#end !== null) return
    const { clock, source } = this.#options
    const nowMs = triggerInStream(clock.now(), clock.now(), newestInProgressMs(source))
    this.#wait(Math.max(this.plan.untilMs - nowMs, 0) + lateMs)
  }

  #wait(ms: number): void {
    const { clock } = this.#options
    this.#cancelTimer = clock.after(ms, () => {
      const silentMs = clock.monotonic() - this.#frameAtMs
      if (this.#progress !== null && silentMs < lateMs) this.#wait(lateMs - silentMs)
      else this.end({ kind: this.#nearlyWhole() ? 'complete' : 'stalled' })
    })
  }

  /** A run has the wall clock of its begin. Until there is one the plan has that of now, whatever it is set to. */
  #followWallClock(): void {
    if (this.#runId !== null || this.#end !== null) return
    const { clock } = this.#options
    const stepMs = clock.now() - clock.monotonic() - this.#wallMs
    if (Math.abs(stepMs) < wallStepMs) return
    this.#wallMs += stepMs
    this.#plan = steppedBy(this.#plan, stepMs)
  }

  #lateText(): string | null {
    if (this.#lateCause === null || this.#run === null || this.#progress === null) return null
    const { startedAtMs } = this.#run
    const firstMs = startedAtMs + this.#progress.firstPtsMs
    // What was before the run memory could not hold.
    const heldFromMs =
      this.#lateCause === 'memory' ? Math.max(this.#plan.fromMs, startedAtMs) : this.#plan.fromMs
    return lateText(heldFromMs, firstMs, this.#lateCause)
  }

  #whyLate(): LateCause | null {
    const { afterPtsMs, source } = this.#options
    if (this.#runId === null) return 'keyframe'
    // What continues another recording begins where that ended, and needs no past.
    return afterPtsMs === null && source.isPastCutShort() ? 'memory' : null
  }

  #lengthFault(): string | null {
    if (this.#firstLive === null || this.#progress === null) return null
    const { ptsMs, atMs } = this.#firstLive
    return lengthFault(this.#progress.newestPtsMs - ptsMs, this.#frameAtMs - atMs)
  }

  /** A camera of few pictures a second has none at the very end. */
  #nearlyWhole(): boolean {
    return this.newestMs !== null && this.newestMs >= this.#plan.untilMs - lateMs
  }
}
