import type { Clock } from '../platform/clock.js'
import type { AccessUnitSink } from './access-unit-builder.js'
import { DecodeOrder, deepestReorder } from './decode-order.js'
import { H264Depacketiser } from './h264-depacketiser.js'
import { H265Depacketiser } from './h265-depacketiser.js'
import { MediaTimeline } from './media-timeline.js'
import type { AudioFormat, Packet, StreamRun, VideoFormat } from './packet.js'
import { ParameterSets } from './parameter-sets.js'

/** Receives packets, run by run. */
export interface PacketSink {
  packet(packet: Packet): void
  runEnded(run: StreamRun, reason: string): void
}

export interface VideoIngestOptions {
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
  readonly sink: PacketSink
}

export interface IngestCounters {
  /** Access units that came whole, wanted or not. */
  readonly units: number
  /** Access units left out: broken, or not decodable for a loss before them. */
  readonly dropped: number
  readonly packetsLost: number
}

/** A run in progress, for what comes beside its pictures. */
export interface RunInProgress {
  readonly run: StreamRun
  /** The presentation time, us, of what was taken when the monotonic clock showed this; may be negative. */
  ptsUsAt(monotonicMs: number): number
  /** The presentation time, us, of an RTP timestamp of the video near the newest one; null if it has none. */
  ptsUsOf(timestamp: number): number | null
}

/** `startedAtMs` may still move earlier while the start of the run settles. */
type SettlingRun = { -readonly [Key in keyof StreamRun]: StreamRun[Key] }

interface OpenRun extends RunInProgress {
  readonly run: SettlingRun
  readonly anchorMs: number
  /** Wall clock minus monotonic clock when the run began. */
  readonly wallOffsetMs: number
  readonly startedMonoMs: number
  readonly timeline: MediaTimeline
  readonly order: DecodeOrder
  /** Nothing but its first picture came, and such as are shown before it. */
  isFresh: boolean
  lastPtsUs: number
  lastTimestamp: number
  /** Presentation times of the last pictures. */
  recentUs: number[]
  /** Pictures since one was found earlier than that before it by mistake. */
  sinceStray: number
  /** Pictures in a row that bore the timestamp of that before. */
  repeats: number
}

/** A guess at the time between pictures where B-frames need one; corrected by nothing, needed once a run. */
const guessedFrameUs = 40_000
/** The wall clock was set if it moved against the monotonic one by this much. */
const wallStepMs = 2000
/** Pictures from one step back to the next, at least, where there are no B-frames. */
const strayAgain = 8
/** Between pictures of one timestamp, or of one arrival: a difference that survives in the units of an MP4. */
const leastStepUs = 1000
/** So many pictures in a row of one timestamp: it stands still. */
const mostRepeats = 5
/** A second drift within this time: the timestamps are of no use. */
const driftAgainMs = 5 * 60_000

/**
 * Makes packets of the payloads of one video track, and cuts them into runs: a new one begins, at the next
 * keyframe, when format or time of the stream jump or the wall clock was set.
 */
export class VideoIngest {
  private readonly options: VideoIngestOptions
  private readonly sets: ParameterSets
  private readonly depacketiser: H264Depacketiser | H265Depacketiser
  private formatChanged = false
  private open: OpenRun | null = null
  private units = 0
  private dropped = 0
  private packetsLost = 0
  private reorderDepth = 0
  private lastDriftMs = Number.NEGATIVE_INFINITY
  private ignoresTimestamps = false

  constructor(options: VideoIngestOptions) {
    this.options = options
    this.sets = new ParameterSets(options.codec)
    for (const unit of options.parameterSets) this.sets.put(unit)
    const sink: AccessUnitSink = {
      parameterSet: (unit) => {
        if (this.sets.put(unit)) this.formatChanged = true
      },
      accessUnit: (data, timestamp, keyframe, leading) => this.accessUnit(data, timestamp, keyframe, leading),
      dropped: () => {
        this.units++
        this.dropped++
      },
    }
    this.depacketiser =
      options.codec === 'h264' ? new H264Depacketiser(sink) : new H265Depacketiser(sink, options.hasDonl)
  }

  /** Null while no run is in progress. */
  get inProgress(): RunInProgress | null {
    return this.open
  }

  get counters(): IngestCounters {
    return { units: this.units, dropped: this.dropped, packetsLost: this.packetsLost }
  }

  payload(data: Buffer, start: number, end: number, timestamp: number, marker: boolean): void {
    this.depacketiser.push(data, start, end, timestamp, marker)
  }

  lost(packets: number): void {
    this.packetsLost += packets
    this.depacketiser.lost()
  }

  restarted(): void {
    this.end('the camera began its stream anew')
  }

  /** Ends the run in progress; a new one begins with the next keyframe. */
  end(reason: string): void {
    this.depacketiser.reset()
    this.endRun(reason)
  }

  private endRun(reason: string): void {
    const run = this.open?.run
    this.open = null
    if (run !== undefined) this.options.sink.runEnded(run, reason)
  }

  private accessUnit(data: Uint8Array, timestamp: number, keyframe: boolean, leading: boolean): void {
    this.units++
    if (leading && this.open?.isFresh === true) {
      // Shown before the first picture of the run, and perhaps not decodable without what came before that.
      this.dropped++
      return
    }
    const arrivalMs = this.options.clock.monotonic()
    const broken = this.reasonToEnd(arrivalMs, keyframe)
    if (broken !== null) this.endRun(broken)
    const ptsUs = this.open === null ? null : this.place(this.open, timestamp, arrivalMs)
    if (this.open !== null && ptsUs !== null) this.deliver(this.open, data, ptsUs, keyframe)
    else if (keyframe) this.begin(data, timestamp, arrivalMs)
    else this.leaveOut()
  }

  private leaveOut(): void {
    this.dropped++
    this.depacketiser.awaitKeyframe()
  }

  private reasonToEnd(arrivalMs: number, keyframe: boolean): string | null {
    if (this.open === null) return null
    if (this.formatChanged) return 'the camera changed the format of its picture'
    // Asking the wall clock once per keyframe is enough.
    if (!keyframe) return null
    const offsetMs = this.options.clock.now() - arrivalMs
    return Math.abs(offsetMs - this.open.wallOffsetMs) > wallStepMs
      ? 'the clock of this machine was set'
      : null
  }

  /** Presentation time in the run, or null if the run ended over it. */
  private place(open: OpenRun, timestamp: number, arrivalMs: number): number | null {
    if (this.ignoresTimestamps) {
      return Math.max(Math.round((arrivalMs - open.startedMonoMs) * 1000), open.lastPtsUs + leastStepUs)
    }
    const placed = open.timeline.place(timestamp, arrivalMs)
    open.run.startedAtMs = open.anchorMs + open.timeline.startShiftMs
    if (placed.kind === 'jump') {
      if (placed.drifted) this.noteDrift(arrivalMs)
      this.endRun("the camera's timestamps jumped")
      return null
    }
    open.repeats = timestamp === open.lastTimestamp ? open.repeats + 1 : 0
    open.lastTimestamp = timestamp
    if (open.repeats >= mostRepeats) {
      this.ignoresTimestamps = true
      this.endRun("the camera's timestamps stand still")
      return null
    }
    // The same time twice is no order.
    const ptsUs = placed.mediaUs + open.order.leadUs
    return open.repeats > 0 || this.isStray(open, ptsUs) ? open.lastPtsUs + leastStepUs : ptsUs
  }

  /** B-frames step back again and again; a single step back is a mistake of the camera. */
  private isStray(open: OpenRun, ptsUs: number): boolean {
    open.sinceStray++
    if (this.reorderDepth > 0 || ptsUs > open.lastPtsUs || open.sinceStray < strayAgain) return false
    open.sinceStray = 0
    return true
  }

  /** Timestamps that drift again and again are replaced by the times of arrival. */
  private noteDrift(arrivalMs: number): void {
    if (arrivalMs - this.lastDriftMs < driftAgainMs) this.ignoresTimestamps = true
    this.lastDriftMs = arrivalMs
  }

  private deliver(open: OpenRun, data: Uint8Array, ptsUs: number, keyframe: boolean): void {
    const dtsUs = open.order.next(ptsUs)
    if (dtsUs === null) {
      // Pictures overtake more of others than known: a run with the right depth begins at the next keyframe.
      const overtaken = open.recentUs.filter((other) => other > ptsUs).length
      this.reorderDepth = Math.min(Math.max(this.reorderDepth + 1, overtaken), deepestReorder)
      this.endRun('the camera reorders its pictures')
      this.leaveOut()
      return
    }
    open.lastPtsUs = ptsUs
    open.recentUs = [...open.recentUs.slice(1 - deepestReorder), ptsUs]
    open.isFresh = false
    this.options.sink.packet({ run: open.run, track: 'video', ptsUs, dtsUs, keyframe, data })
  }

  private begin(data: Uint8Array, timestamp: number, arrivalMs: number): void {
    const known = this.sets.current()
    if (known === null) {
      this.leaveOut()
      return
    }
    this.formatChanged = false
    this.open = this.newRun(known.format, known.reorderDepth, timestamp, arrivalMs)
    this.deliver(this.open, data, this.open.order.leadUs, true)
    this.open.isFresh = true
  }

  private newRun(
    video: VideoFormat,
    saidDepth: number | null,
    timestamp: number,
    arrivalMs: number,
  ): OpenRun {
    const { clock, clockRate, nextRunId } = this.options
    this.reorderDepth = Math.max(this.reorderDepth, saidDepth ?? 0)
    const order = new DecodeOrder(this.ignoresTimestamps ? 0 : this.reorderDepth, guessedFrameUs)
    const nowMs = clock.now()
    const anchorMs = nowMs - order.leadUs / 1000
    const timeline = new MediaTimeline(clockRate, timestamp, arrivalMs)
    const open: OpenRun = {
      run: { id: nextRunId(), startedAtMs: anchorMs, video, audio: this.options.audio },
      anchorMs,
      wallOffsetMs: nowMs - arrivalMs,
      startedMonoMs: arrivalMs,
      timeline,
      order,
      isFresh: true,
      lastPtsUs: -1,
      lastTimestamp: timestamp,
      recentUs: [],
      sinceStray: strayAgain,
      repeats: 0,
      ptsUsAt: (monotonicMs) => (monotonicMs - arrivalMs - timeline.startShiftMs) * 1000 + order.leadUs,
      ptsUsOf: (other) => this.ptsUsOf(open, other),
    }
    return open
  }

  private ptsUsOf(open: OpenRun, timestamp: number): number | null {
    if (this.ignoresTimestamps) return null
    const step = (timestamp - open.lastTimestamp) | 0
    return open.lastPtsUs + (step / this.options.clockRate) * 1_000_000
  }
}
