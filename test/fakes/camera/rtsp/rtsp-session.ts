import type { Socket } from 'node:net'
import type { StreamName } from '../counters.js'
import type { LiveFrame, LiveStream } from '../live-stream.js'
import type { AudioSource } from './audio-source.js'
import { isWithheld } from './freezes.js'
import { reportOffsetMs, saidTicks } from './media-faults.js'
import { RtpSender, VIDEO_PAYLOAD_TYPE } from './rtp-packetiser.js'
import type { CameraContext } from './rtsp-context.js'
import type { TrackOutput } from './track-output.js'
import { type EncodedPicture, VideoPacketiser } from './video-packetiser.js'

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
    const sender = new RtpSender(
      kind === 'video' ? VIDEO_PAYLOAD_TYPE : (this.#context.audio?.payloadType ?? 0),
    )
    const track = { sender, output, control }
    this.tracks.set(kind, track)
    return track
  }

  play(): void {
    if (this.playing) return
    this.playing = true
    this.#context.counters.sessionsPlaying++
    const video = this.tracks.get('video')
    if (video !== undefined) {
      const packetiser = new VideoPacketiser(video.sender)
      this.#unwatch = this.#live.watch((frame) => this.#sendFrame(frame, video, packetiser))
    }
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

  #sendFrame(frame: LiveFrame, track: Track, packetiser: VideoPacketiser): void {
    this.#firstFrame ??= frame
    const faults = this.#context.faults.current
    const picture = this.#encoded(frame, this.#firstFrame)
    const timestamp = packetiser.timestamp(picture, faults)
    if (!this.#isFrozen(frame) && this.#mayFollow(frame, track)) {
      const packets = packetiser.packets(picture, timestamp, faults)
      if (faults.dropAfterFrames !== null && this.#frames >= faults.dropAfterFrames) {
        this.stop()
        track.output.cutIn(packets[0] ?? Buffer.alloc(0))
        return
      }
      const isWhole = track.output.media(packets)
      this.#count(frame, timestamp, isWhole)
    }
    this.#reportIfDue(track, timestamp, frame.dueAtMs)
  }

  #isFrozen({ number, picture }: LiveFrame): boolean {
    const { frozen, freezes } = this.#context.faults.current
    return frozen || (freezes !== null && isWithheld(number, picture.options.fps, freezes))
  }

  #encoded(frame: LiveFrame, first: LiveFrame): EncodedPicture {
    const { keyframe, nalUnits, picture, shift } = frame
    const { codec, fps } = picture.options
    const inBand = keyframe && this.#context.parameterSets !== 'sdp-only'
    const parameterSets = inBand ? picture.parameterSets : []
    return {
      number: frame.number - first.number,
      shift,
      fps,
      keyframe,
      codec,
      parameterSets,
      slices: nalUnits,
    }
  }

  /** A client that does not read loses frames, and goes on at a keyframe once it has read. */
  #mayFollow(frame: LiveFrame, { output }: Track): boolean {
    if (!output.hasRoom()) this.#waitsForKeyframe = true
    else if (frame.keyframe) this.#waitsForKeyframe = false
    if (this.#waitsForKeyframe) this.#context.counters.framesSkipped++
    return !this.#waitsForKeyframe
  }

  #count(frame: LiveFrame, rtpTimestamp: number, isWhole: boolean): void {
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
      isWhole,
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
