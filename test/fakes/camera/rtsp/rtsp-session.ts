import type { Socket } from 'node:net'
import type { StreamName } from '../counters.js'
import type { LiveFrame, LiveStream } from '../live-stream.js'
import type { AudioSource } from './audio-source.js'
import { marks, reportOffsetMs, saidFrames, saidTicks, spoiltFragments, spoiltUnits } from './media-faults.js'
import { accessUnitPayloads, RtpSender, VIDEO_CLOCK_RATE, VIDEO_PAYLOAD_TYPE } from './rtp-packetiser.js'
import type { CameraContext } from './rtsp-context.js'
import type { TrackOutput } from './track-output.js'

const REPORT_EVERY_MS = 5000
const AUDIO_TICK_MS = 20

export interface Track {
  readonly sender: RtpSender
  readonly output: TrackOutput
  readonly control: string
}

/** What one client has set up and plays. */
export class RtspSession {
  readonly number: number
  readonly stream: StreamName
  readonly tracks = new Map<'video' | 'audio', Track>()
  playing = false
  readonly #live: LiveStream
  readonly #context: CameraContext
  readonly #socket: Socket
  #unwatch: () => void = () => {}
  #audioTimer: NodeJS.Timeout | null = null
  #firstFrame: LiveFrame | null = null
  #frames = 0
  /** How far the timestamps of the video ran away from their frames, seconds. */
  #errorSec = 0
  #lastReportAtMs = 0
  #waitsForKeyframe = false

  constructor(number: number, stream: StreamName, live: LiveStream, context: CameraContext, socket: Socket) {
    this.number = number
    this.stream = stream
    this.#live = live
    this.#context = context
    this.#socket = socket
  }

  setUp(kind: 'video' | 'audio', output: TrackOutput, control: string): Track {
    const video = this.#context.faults.current.rtsp.sentPayloadType ?? VIDEO_PAYLOAD_TYPE
    const sender = new RtpSender(kind === 'video' ? video : (this.#context.audio?.payloadType ?? 0))
    const track = { sender, output, control }
    this.tracks.set(kind, track)
    return track
  }

  play(): void {
    if (this.playing) return
    this.playing = true
    this.#context.counters.sessionsPlaying++
    const video = this.tracks.get('video')
    if (video !== undefined) this.#unwatch = this.#live.watch((frame) => this.#sendFrame(frame, video))
    const audio = this.tracks.get('audio')
    const source = this.#context.audio
    if (audio !== undefined && source?.sends === true) this.#startAudio(audio, source)
  }

  /** Ends the sending in good order (RFC 3550 section 6.6). */
  sayGoodbye(): void {
    if (!this.playing) return
    for (const track of this.tracks.values()) track.output.report(track.sender.goodbye())
    this.stop()
  }

  /** Ends the sending as a cut does: without a word. */
  stop(): void {
    if (!this.playing) return
    this.playing = false
    this.#context.counters.sessionsPlaying--
    this.#unwatch()
    if (this.#audioTimer !== null) clearInterval(this.#audioTimer)
  }

  #sendFrame(frame: LiveFrame, track: Track): void {
    this.#firstFrame ??= frame
    const { frozen, dropAfterFrames } = this.#context.faults.current
    const timestamp = track.sender.timestamp(this.#saidSec(frame, this.#firstFrame) * VIDEO_CLOCK_RATE)
    if (!frozen && this.#mayFollow(frame, track)) {
      const packets = this.#packetise(frame, track.sender, timestamp)
      if (dropAfterFrames !== null && this.#frames >= dropAfterFrames) {
        this.stop()
        track.output.cutIn(packets[0] ?? Buffer.alloc(0))
        return
      }
      track.output.media(packets)
      this.#count(frame, timestamp)
    }
    this.#reportIfDue(track, timestamp, frame.dueAtMs)
  }

  /** When a frame is shown by what its timestamp says, seconds after the first one. */
  #saidSec(frame: LiveFrame, first: LiveFrame): number {
    const { videoTimeFault, videoTimeOffsetSec, videoClockError } = this.#context.faults.current
    const { fps } = frame.picture.options
    const shown = frame.number + frame.shift - first.number
    this.#errorSec += videoClockError / fps
    return saidFrames(shown, videoTimeFault) / fps + this.#errorSec + videoTimeOffsetSec
  }

  /** A client that does not read loses frames, and goes on at a keyframe once it has read. */
  #mayFollow(frame: LiveFrame, { output }: Track): boolean {
    if (!output.hasRoom()) this.#waitsForKeyframe = true
    else if (frame.keyframe) this.#waitsForKeyframe = false
    if (this.#waitsForKeyframe) this.#context.counters.framesSkipped++
    return !this.#waitsForKeyframe
  }

  #packetise(frame: LiveFrame, sender: RtpSender, timestamp: number): Buffer[] {
    const { payloadFault } = this.#context.faults.current
    const inBand = frame.keyframe && this.#context.parameterSets !== 'sdp-only'
    const told = inBand ? frame.picture.parameterSets : []
    const { sets, slices } = spoiltUnits(told, frame.nalUnits, payloadFault)
    const whole = accessUnitPayloads(sets, slices, frame.picture.options.codec)
    const payloads = spoiltFragments(whole, payloadFault)
    return payloads.map((payload, i) =>
      sender.packet(payload, timestamp, marks(i, payloads.length, payloadFault)),
    )
  }

  #count(frame: LiveFrame, rtpTimestamp: number): void {
    this.#frames++
    const { number: frameNumber, counter, moving, keyframe } = frame
    const { number: session, stream } = this
    const sentAtMs = Date.now()
    this.#context.counters.countFrame({
      stream,
      session,
      frameNumber,
      counter,
      moving,
      keyframe,
      rtpTimestamp,
      sentAtMs,
    })
  }

  #reportIfDue(track: Track, timestamp: number, wallClockMs: number): void {
    if (wallClockMs - this.#lastReportAtMs < REPORT_EVERY_MS) return
    this.#lastReportAtMs = wallClockMs
    const cameraClockMs = wallClockMs + this.#context.clockOffsetMs
    track.output.report(track.sender.senderReport(timestamp, cameraClockMs))
  }

  #startAudio(track: Track, source: AudioSource): void {
    let readAt = performance.now()
    /** By the clock of the sound. */
    let elapsedMs = 0
    let sent = 0
    let reportAtMs = 0
    this.#audioTimer = setInterval(() => {
      const { audioClockError, audioTimeFault, frozen } = this.#context.faults.current
      const now = performance.now()
      elapsedMs += (now - readAt) * (1 + audioClockError)
      readAt = now
      const ticksAt = (ms: number) =>
        track.sender.timestamp(saidTicks((ms * source.clockRate) / 1000, ms, audioTimeFault))
      const payloadMs = (source.ticks * 1000) / source.clockRate
      for (const due = Math.floor(elapsedMs / payloadMs); sent < due; sent++) {
        if (frozen || !track.output.hasRoom()) continue
        track.output.media([
          track.sender.packet(source.payload(sent), ticksAt(sent * payloadMs), sent === 0 || source.marks),
        ])
      }
      if (elapsedMs < reportAtMs) return
      reportAtMs = elapsedMs + REPORT_EVERY_MS
      const clockMs = Date.now() + this.#context.clockOffsetMs + reportOffsetMs(audioTimeFault)
      track.output.report(track.sender.senderReport(ticksAt(elapsedMs), clockMs))
    }, AUDIO_TICK_MS)
  }

  /** Ends the connection that carries this session, as a camera does that has no room for two. */
  throwOut(): void {
    this.stop()
    this.#socket.resetAndDestroy()
  }
}
