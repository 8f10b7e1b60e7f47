import { type Clock, wallClockAt } from '../platform/clock.js'
import type { AccessUnit, AccessUnitSink } from './access-unit.js'
import { deepestReorder } from './decode-order.js'
import { H264Depacketiser } from './h264-depacketiser.js'
import { H265Depacketiser } from './h265-depacketiser.js'
import { nalLength } from './nal-length.js'
import type { AudioFormat, Packet, StreamSink, VideoFormat } from './packet.js'
import { isSamePicture, type KnownFormat, ParameterSets } from './parameter-sets.js'
import { type IngestCounters, PictureCounts } from './picture-counts.js'
import { losesFirstPicture } from './recovery-point.js'
import { type RunInProgress, VideoRun } from './video-run.js'
import { WrongSpeed } from './wrong-speed.js'

interface VideoIngestOptions {
  readonly codec: VideoFormat['codec']
  /** Ticks of RTP timestamps per second. */
  readonly clockRate: number
  /** SPS and PPS (H.265: VPS as well) known before the first payload. */
  readonly parameterSets: readonly Uint8Array[]
  /** Whether payloads of H.265 bear decoding order numbers. */
  readonly hasDonl: boolean
  /** The sound that comes beside the video. */
  readonly audio: AudioFormat | null
  readonly clock: Clock
  /** Gives each run its id. */
  readonly nextRunId: () => number
  readonly sink: StreamSink
  /** A run ended though the stream goes on; neither throws nor blocks. */
  readonly onBreak?: (reason: string) => void
}

/** What is known of a stream that was joined behind a keyframe, before the next one comes. */
export interface EarlyPictures {
  /** Those that came whole. */
  readonly pictures: number
  /** Null where the sets come with the keyframe only. */
  readonly format: VideoFormat | null
}

/**
 * Makes packets of the payloads of one video track, and cuts them into runs: a new one begins, at the next
 * keyframe, when the format changes, when times are of no use or the wall clock was set.
 */
export class VideoIngest {
  readonly #options: VideoIngestOptions
  readonly #sets: ParameterSets
  readonly #depacketiser: H264Depacketiser | H265Depacketiser
  #formatChanged = false
  /** Sets changed, and no picture that was handed on brought them. */
  #setsAreDue = false
  #open: VideoRun | null = null
  /** What the run in progress began with. */
  #known: KnownFormat | null = null
  readonly #counts = new PictureCounts()
  /** Pictures left out since the last that was handed on. */
  #missing = 0
  /** Packets were lost since the last that was handed on: of a broken picture, or whole ones. */
  #hasLoss = false
  /** When the payload came that is looked at. */
  #arrivedMs = 0
  #reorderDepth = 0
  #isOrderOff = false
  readonly #wrongSpeed = new WrongSpeed()
  #believesTimestamps = true
  /** The last picture at which decoding may begin was not taken for one. */
  #passedOver = false

  constructor(options: VideoIngestOptions) {
    this.#options = options
    this.#sets = new ParameterSets(options.codec)
    for (const unit of options.parameterSets) this.#sets.put(unit)
    const sink: AccessUnitSink = {
      parameterSet: (unit) => this.#parameterSet(unit),
      accessUnit: (unit) => this.#accessUnit(unit),
      dropped: (broken, hasFragments) => {
        this.#counts.cameInVain(broken, hasFragments)
        this.#missing++
        if (this.#open === null) options.sink.awaitsKeyframe()
      },
    }
    this.#depacketiser =
      options.codec === 'h264' ? new H264Depacketiser(sink) : new H265Depacketiser(sink, options.hasDonl)
  }

  /** Null while no run is in progress. */
  get inProgress(): RunInProgress | null {
    return this.#open
  }

  get counters(): IngestCounters {
    return this.#counts.counters
  }

  /** How many pictures of the described codec came, or would have if nothing had been lost. */
  get readable(): number {
    return this.#counts.readable
  }

  /** Before a keyframe came: how many whole pictures did, and what they are by the sets so far. */
  get early(): EarlyPictures {
    return { pictures: this.#counts.early, format: this.#sets.current()?.format ?? null }
  }

  /** @param arrivedMs of the monotonic clock, where it is not now */
  // oxlint-disable-next-line max-params -- once for each packet: no object is made for it
  payload(
    data: Buffer,
    start: number,
    end: number,
    timestamp: number,
    marker: boolean,
    arrivedMs?: number,
  ): void {
    this.#arrivedMs = arrivedMs ?? this.#options.clock.monotonic()
    this.#depacketiser.push(data, start, end, timestamp, marker)
  }

  /** What came of the picture at that timestamp is all of it. */
  ended(timestamp: number): void {
    this.#depacketiser.ended(timestamp)
  }

  lost(packets: number): void {
    this.#counts.lost(packets)
    this.#hasLoss = true
    this.#depacketiser.lost()
  }

  /** Bytes came that belong to nothing. */
  strayed(): void {
    this.#counts.strayed()
  }

  /** What comes next has nothing to do with what came, but it is the same camera: the run goes on. */
  restarted(): void {
    this.lost(1)
  }

  /** Ends the run in progress; a new one begins with the next keyframe. */
  end(reason: string): void {
    this.#depacketiser.reset()
    this.#endRun(reason)
  }

  #parameterSet(unit: Uint8Array): void {
    const change = this.#sets.put(unit)
    if (change === 'other_picture') this.#formatChanged = true
    if (change === 'same_picture') this.#setsAreDue = true
  }

  #endRun(reason: string): void {
    const run = this.#open?.run
    this.#open = null
    if (run !== undefined) this.#options.sink.runEnded(run, reason)
  }

  #breakRun(reason: string): void {
    if (this.#open !== null) this.#options.onBreak?.(reason)
    this.#endRun(reason)
  }

  #accessUnit(received: AccessUnit): void {
    const keyframe = received.keyframe && this.#mayBegin(received.data)
    const unit = { ...received, keyframe }
    const { leading } = unit
    this.#counts.came()
    if (leading && this.#open?.isFresh === true) {
      // Shown before the first picture of the run, and perhaps not decodable without what came before that.
      this.#counts.leftOut()
      return
    }
    const arrivalMs = this.#arrivedMs
    const broken = this.#reasonToEnd(arrivalMs, keyframe)
    if (broken !== null) this.#breakRun(broken)
    const ptsUs = this.#open === null ? null : this.#place(this.#open, unit)
    if (this.#open?.isFresh === true && ptsUs !== null && ptsUs < this.#open.firstPtsUs) {
      // The same of H.264 that begins at a recovery point, where nothing but the time shows it.
      this.#counts.leftOut()
      return
    }
    if (this.#open !== null && ptsUs !== null) this.#deliver(this.#open, unit, ptsUs)
    else if (keyframe) this.#begin(unit, arrivalMs)
    else this.#leaveOut()
  }

  /** Never two in a row: a stream may have no better ones. */
  #mayBegin(keyframe: Uint8Array): boolean {
    const slices = this.#sets.current()?.slices ?? null
    this.#passedOver = !this.#passedOver && slices !== null && losesFirstPicture(keyframe, slices)
    return !this.#passedOver
  }

  #leaveOut(): void {
    this.#counts.leftOut()
    this.#depacketiser.awaitKeyframe()
    this.#options.sink.awaitsKeyframe()
  }

  #reasonToEnd(arrivalMs: number, keyframe: boolean): string | null {
    if (this.#open === null) return null
    if (this.#isOtherFormat()) return 'the camera changed the format of its picture'
    // Asking the wall clock once per keyframe is enough.
    if (!keyframe) return null
    if (this.#isOrderOff) return 'the camera reorders its pictures'
    return this.#open.isClockSet(wallClockAt(this.#options.clock, arrivalMs), arrivalMs)
      ? 'the clock of this machine was set'
      : null
  }

  /** One that was another one for a moment, and is what it was before its first picture, is none. */
  #isOtherFormat(): boolean {
    if (!this.#formatChanged) return false
    this.#formatChanged = !isSamePicture(this.#known, this.#sets.current())
    this.#setsAreDue ||= !this.#formatChanged
    return this.#formatChanged
  }

  /** Presentation time in the run, us. Timestamps of no use give way to the times of arrival, and the run goes on. */
  #place(open: VideoRun, { timestamp, keyframe }: AccessUnit): number | null {
    const arrivalMs = this.#arrivedMs
    const { ptsUs, wrong } = open.place(timestamp, arrivalMs, keyframe)
    if (wrong === 'stands_still') this.#believesTimestamps = false
    else if (wrong !== null && this.#wrongSpeed.isShownBy(wrong, arrivalMs)) {
      // Time ran far away by now: only a new run is right again.
      this.#believesTimestamps = false
      this.#breakRun("the camera's timestamps run at the wrong speed")
      return null
    }
    if (wrong !== null && !this.#believesTimestamps) open.goByArrivals()
    return ptsUs
  }

  #deliver(open: VideoRun, { data, keyframe, damaged }: AccessUnit, placedUs: number): void {
    const overtaken = open.overtakenBy(placedUs)
    const { ptsUs, dtsUs, isLate } = open.take(placedUs)
    if (isLate) this.#learnOrder(overtaken)
    if (damaged) this.#counts.leftOut()
    const loss = { ...(damaged && { damaged }), ...this.#takeMissing() }
    const whole = keyframe || this.#setsAreDue ? this.#withSets(data) : data
    this.#options.sink.packet({ run: open.run, track: 'video', ptsUs, dtsUs, keyframe, data: whole, ...loss })
  }

  /** Pictures overtake more of others than known: a run with the right depth begins at the next keyframe. */
  #learnOrder(overtaken: number): void {
    if (this.#isOrderOff || this.#reorderDepth >= deepestReorder) return
    this.#isOrderOff = true
    this.#reorderDepth = Math.min(Math.max(this.#reorderDepth + 1, overtaken), deepestReorder)
  }

  /** What changed since the run began goes along with the picture, once with the first one and with each keyframe. */
  #withSets(data: Uint8Array): Uint8Array {
    this.#setsAreDue = false
    const changed = this.#sets.changed()
    return changed.length === 0
      ? data
      : Buffer.concat([...changed.flatMap((unit) => [nalLength(unit), unit]), data])
  }

  #takeMissing(): Pick<Packet, 'missingBefore'> {
    const missingBefore = Math.max(this.#missing, this.#hasLoss ? 1 : 0)
    this.#missing = 0
    this.#hasLoss = false
    return missingBefore > 0 ? { missingBefore } : {}
  }

  #begin(unit: AccessUnit, arrivalMs: number): void {
    const known = this.#sets.current()
    if (known === null) {
      this.#leaveOut()
      return
    }
    this.#formatChanged = false
    this.#setsAreDue = false
    this.#isOrderOff = false
    this.#known = known
    this.#sets.settle()
    this.#takeMissing()
    this.#reorderDepth = Math.max(this.#reorderDepth, known.reorderDepth ?? 0)
    const { audio, clockRate, nextRunId } = this.#options
    const believesTimestamps = this.#believesTimestamps
    const reorderDepth = this.#reorderDepth
    this.#open = new VideoRun({
      id: nextRunId(),
      video: known.format,
      audio,
      clockRate,
      timestamp: unit.timestamp,
      arrivalMs,
      nowMs: wallClockAt(this.#options.clock, arrivalMs),
      reorderDepth,
      believesTimestamps,
    })
    this.#deliver(this.#open, unit, this.#open.firstPtsUs)
  }
}
