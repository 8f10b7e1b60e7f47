import type { Clock } from '../platform/clock.js'
import type { RtpSink } from '../rtsp/rtp-sink.js'
import type { AudioTrack } from '../rtsp/track.js'
import { AacDepacketiser } from './aac-depacketiser.js'
import type { KnownSound } from './audio-format.js'
import { AudioTimeline } from './audio-timeline.js'
import type { Packet } from './packet.js'
import { SoundSync } from './sound-sync.js'
import type { RunInProgress } from './video-run.js'

interface AudioIngestOptions {
  readonly track: AudioTrack
  readonly sound: KnownSound
  readonly clock: Clock
  /** The run of pictures that the sound belongs to now, or null. */
  readonly inProgress: () => RunInProgress | null
  readonly packet: (packet: Packet) => void
}

/** More sound than this in one payload is none. */
const longestPayloadUs = 1_000_000

/** Makes packets of the payloads of one sound track. What comes while no run is in progress is left out. */
export class AudioIngest implements RtpSink {
  readonly #options: AudioIngestOptions
  readonly #aac: AacDepacketiser | null
  readonly #sync = new SoundSync()
  #current: { readonly of: RunInProgress; readonly timeline: AudioTimeline } | null = null

  constructor(options: AudioIngestOptions) {
    this.#options = options
    const { frameUs } = options.sound
    this.#aac =
      frameUs === null
        ? null
        : new AacDepacketiser(options.track.auHeader, {
            unit: (data, _timestamp, index) => this.#frame(data, index * frameUs, frameUs),
          })
  }

  // oxlint-disable-next-line max-params -- once for each packet: no object is made for it
  payload(
    data: Buffer,
    start: number,
    end: number,
    timestamp: number,
    _marker: boolean,
    arrivedMs = this.#options.clock.monotonic(),
  ): void {
    const timeline = this.#timeline()
    if (timeline === null) return
    timeline.arrived(timestamp, arrivedMs)
    if (this.#aac !== null) {
      this.#aac.push(data, start, end, timestamp)
      return
    }
    const { sampleRate, channels } = this.#options.sound.format
    const durationUs = ((end - start) / channels / sampleRate) * 1_000_000
    if (durationUs > 0 && durationUs <= longestPayloadUs)
      this.#frame(Uint8Array.from(data.subarray(start, end)), 0, durationUs)
  }

  lost(): void {
    this.#aac?.lost()
  }

  restarted(): void {
    this.#aac?.lost()
    this.#current?.timeline.restarted()
  }

  senderReport(ntpMs: number, rtpTimestamp: number): void {
    const current = this.#current
    if (current === null) return
    this.#sync.audioReport(
      { ntpMs, rtpTimestamp },
      (ofVideo) => current.of.ptsUsOf(ofVideo),
      (ofSound) => current.timeline.timeOf(ofSound),
    )
  }

  videoReport(ntpMs: number, rtpTimestamp: number): void {
    this.#sync.videoReport({ ntpMs, rtpTimestamp })
  }

  #frame(data: Uint8Array, offsetUs: number, durationUs: number): void {
    if (this.#current === null) return
    const { of, timeline } = this.#current
    const ptsUs = timeline.next(offsetUs, durationUs, this.#sync.offsetUs)
    if (ptsUs === null) return
    this.#options.packet({ run: of.run, track: 'audio', ptsUs, dtsUs: ptsUs, keyframe: true, data })
  }

  #timeline(): AudioTimeline | null {
    const of = this.#options.inProgress()
    if (of === null) this.#current = null
    else if (this.#current?.of !== of) {
      this.#aac?.lost()
      const { clockRate } = this.#options.track
      this.#current = { of, timeline: new AudioTimeline(clockRate, (atMs) => of.ptsUsAt(atMs)) }
    }
    return this.#current?.timeline ?? null
  }
}
