import type { Socket } from 'node:net'
import type { StreamName } from '../counters.js'
import type { LiveFrame, LiveStream } from '../live-stream.js'
import { PacketWriter } from './packet-writer.js'
import {
  accessUnitPayloads,
  H264_PAYLOAD_TYPE,
  PCMA_PAYLOAD_TYPE,
  RtpSender,
  VIDEO_CLOCK_RATE,
} from './rtp-packetiser.js'
import type { CameraContext } from './rtsp-context.js'

const REPORT_EVERY_MS = 5000
const AUDIO_PACKET_MS = 20
const AUDIO_PACKET_SAMPLES = 160
/** A square wave of about 440 Hz in A-law. */
const TONE = Buffer.from(Array.from({ length: AUDIO_PACKET_SAMPLES }, (_, i) => (i % 18 < 9 ? 0x85 : 0x05)))

export interface Track {
  readonly sender: RtpSender
  readonly rtpChannel: number
  readonly rtcpChannel: number
  readonly control: string
}

/** What one client has set up and plays. */
export class RtspSession {
  readonly number: number
  readonly stream: StreamName
  readonly tracks = new Map<'video' | 'audio', Track>()
  playing = false
  private readonly live: LiveStream
  private readonly context: CameraContext
  private readonly socket: Socket
  private readonly writer: PacketWriter
  private unwatch: () => void = () => {}
  private audioTimer: NodeJS.Timeout | null = null
  private firstFrame: LiveFrame | null = null
  private frames = 0
  private lastReportAtMs = 0
  private waitsForKeyframe = false

  constructor(number: number, stream: StreamName, live: LiveStream, context: CameraContext, socket: Socket) {
    this.number = number
    this.stream = stream
    this.live = live
    this.context = context
    this.socket = socket
    this.writer = new PacketWriter(socket, context.faults)
  }

  setUp(kind: 'video' | 'audio', rtpChannel: number, rtcpChannel: number, control: string): Track {
    const sender = new RtpSender(kind === 'video' ? H264_PAYLOAD_TYPE : PCMA_PAYLOAD_TYPE)
    const track = { sender, rtpChannel, rtcpChannel, control }
    this.tracks.set(kind, track)
    return track
  }

  play(): void {
    if (this.playing) return
    this.playing = true
    this.context.counters.sessionsPlaying++
    const video = this.tracks.get('video')
    if (video !== undefined) this.unwatch = this.live.watch((frame) => this.sendFrame(frame, video))
    const audio = this.tracks.get('audio')
    if (audio !== undefined && this.context.audio === 'tone') this.startAudio(audio.sender, audio.rtpChannel)
  }

  /** Ends the sending in good order (RFC 3550 section 6.6). */
  sayGoodbye(): void {
    if (!this.playing) return
    for (const track of this.tracks.values()) this.writer.report(track.rtcpChannel, track.sender.goodbye())
    this.stop()
  }

  /** Ends the sending as a cut does: without a word. */
  stop(): void {
    if (!this.playing) return
    this.playing = false
    this.context.counters.sessionsPlaying--
    this.unwatch()
    if (this.audioTimer !== null) clearInterval(this.audioTimer)
  }

  private sendFrame(frame: LiveFrame, track: Track): void {
    this.firstFrame ??= frame
    const ticks = ((frame.number - this.firstFrame.number) * VIDEO_CLOCK_RATE) / frame.picture.options.fps
    const timestamp = track.sender.timestamp(ticks)
    const { frozen, dropAfterFrames } = this.context.faults.current
    if (!frozen && this.mayFollow(frame)) {
      const packets = this.packetise(frame, track.sender, timestamp)
      if (dropAfterFrames !== null && this.frames >= dropAfterFrames) {
        this.stop()
        this.writer.cutIn(track.rtpChannel, packets[0] ?? Buffer.alloc(0))
        return
      }
      this.writer.media(track.rtpChannel, packets)
      this.count(frame, timestamp)
    }
    this.reportIfDue(track, timestamp, frame.dueAtMs)
  }

  /** A client that does not read loses frames, and goes on at a keyframe once it has read. */
  private mayFollow(frame: LiveFrame): boolean {
    if (!this.writer.hasRoom()) this.waitsForKeyframe = true
    else if (frame.keyframe) this.waitsForKeyframe = false
    if (this.waitsForKeyframe) this.context.counters.framesSkipped++
    return !this.waitsForKeyframe
  }

  private packetise(frame: LiveFrame, sender: RtpSender, timestamp: number): Buffer[] {
    const inBand = frame.keyframe && this.context.parameterSets !== 'sdp-only'
    const sets = inBand ? [frame.picture.sps, frame.picture.pps] : []
    const payloads = accessUnitPayloads(sets, frame.nalUnits)
    return payloads.map((payload, i) => sender.packet(payload, timestamp, i === payloads.length - 1))
  }

  private count(frame: LiveFrame, rtpTimestamp: number): void {
    this.frames++
    const { number: frameNumber, counter, moving, keyframe } = frame
    const { number: session, stream } = this
    const sentAtMs = Date.now()
    this.context.counters.countFrame({
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

  private reportIfDue(track: Track, timestamp: number, wallClockMs: number): void {
    if (wallClockMs - this.lastReportAtMs < REPORT_EVERY_MS) return
    this.lastReportAtMs = wallClockMs
    const cameraClockMs = wallClockMs + this.context.clockOffsetMs
    this.writer.report(track.rtcpChannel, track.sender.senderReport(timestamp, cameraClockMs))
  }

  private startAudio(sender: RtpSender, channel: number): void {
    const startedAt = performance.now()
    let sent = 0
    this.audioTimer = setInterval(() => {
      const due = Math.floor((performance.now() - startedAt) / AUDIO_PACKET_MS)
      for (; sent < due; sent++) {
        if (this.context.faults.current.frozen || !this.writer.hasRoom()) continue
        const timestamp = sender.timestamp(sent * AUDIO_PACKET_SAMPLES)
        this.writer.media(channel, [sender.packet(TONE, timestamp, sent === 0)])
      }
    }, AUDIO_PACKET_MS)
  }

  /** Ends the connection that carries this session, as a camera does that has no room for two. */
  throwOut(): void {
    this.stop()
    this.socket.resetAndDestroy()
  }
}
