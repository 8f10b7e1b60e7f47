import type { Clock } from '../platform/clock.js'
import type { AccessUnitSink } from './access-unit-builder.js'
import { deepestReorder } from './decode-order.js'
import { H264Depacketiser } from './h264-depacketiser.js'
import { H265Depacketiser } from './h265-depacketiser.js'
import type { AudioFormat, PacketListener, VideoFormat } from './packet.js'
import { ParameterSets } from './parameter-sets.js'
import { type RunInProgress, VideoRun } from './video-run.js'

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
  readonly sink: PacketListener
}

export interface IngestCounters {
  /** Access units that came whole, wanted or not. */
  readonly units: number
  /** Access units left out: broken, or not decodable for a loss before them. */
  readonly dropped: number
  readonly packetsLost: number
}

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
  private open: VideoRun | null = null
  private units = 0
  private dropped = 0
  private packetsLost = 0
  private reorderDepth = 0
  private lastDriftMs = Number.NEGATIVE_INFINITY
  private believesTimestamps = true

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
    return this.open.isClockSet(this.options.clock.now(), arrivalMs)
      ? 'the clock of this machine was set'
      : null
  }

  /** Presentation time in the run, or null if the run ended over it. */
  private place(open: VideoRun, timestamp: number, arrivalMs: number): number | null {
    const place = open.place(timestamp, arrivalMs)
    switch (place.kind) {
      case 'placed':
        return place.ptsUs
      case 'jump':
        if (place.drifted) this.noteDrift(arrivalMs)
        this.endRun("the camera's timestamps jumped")
        return null
      case 'stands_still':
        this.believesTimestamps = false
        this.endRun("the camera's timestamps stand still")
        return null
    }
  }

  /** Timestamps that drift again and again are replaced by the times of arrival. */
  private noteDrift(arrivalMs: number): void {
    if (arrivalMs - this.lastDriftMs < driftAgainMs) this.believesTimestamps = false
    this.lastDriftMs = arrivalMs
  }

  private deliver(open: VideoRun, data: Uint8Array, ptsUs: number, keyframe: boolean): void {
    const dtsUs = open.take(ptsUs)
    if (dtsUs === null) {
      // Pictures overtake more of others than known: a run with the right depth begins at the next keyframe.
      const depth = Math.max(this.reorderDepth + 1, open.overtakenBy(ptsUs))
      this.reorderDepth = Math.min(depth, deepestReorder)
      this.endRun('the camera reorders its pictures')
      this.leaveOut()
      return
    }
    this.options.sink.packet({ run: open.run, track: 'video', ptsUs, dtsUs, keyframe, data })
  }

  private begin(data: Uint8Array, timestamp: number, arrivalMs: number): void {
    const known = this.sets.current()
    if (known === null) {
      this.leaveOut()
      return
    }
    this.formatChanged = false
    this.reorderDepth = Math.max(this.reorderDepth, known.reorderDepth ?? 0)
    const { audio, clock, clockRate, nextRunId } = this.options
    const { believesTimestamps, reorderDepth } = this
    this.open = new VideoRun({
      id: nextRunId(),
      video: known.format,
      audio,
      clockRate,
      timestamp,
      arrivalMs,
      nowMs: clock.now(),
      reorderDepth,
      believesTimestamps,
    })
    this.deliver(this.open, data, this.open.firstPtsUs, true)
  }
}
