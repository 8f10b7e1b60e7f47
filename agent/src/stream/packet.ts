/**
 * What flows from a camera's stream to the recorder, to motion and to preview.
 *
 * A *run* is one unbroken reception of a stream: one RTSP session, one set of parameter sets,
 * one clock anchor. Whatever breaks that (reconnect, change of picture size, times that are of no use)
 * ends the run and begins the next. Times inside a run come from RTP and never from arrival.
 */

/** A video elementary stream as the camera declared it, corrected by its in-band parameter sets. */
export interface VideoFormat {
  readonly codec: 'h264' | 'h265'
  /** Pixels, after cropping. */
  readonly width: number
  readonly height: number
  /** NAL units without start code or length: SPS and PPS (H.265: VPS as well), in that order. */
  readonly parameterSets: readonly Uint8Array[]
}

/** An audio elementary stream. */
export interface AudioFormat {
  readonly codec: 'aac' | 'pcma' | 'pcmu'
  readonly sampleRate: number
  readonly channels: number
  /** AudioSpecificConfig for AAC (ISO 14496-3), else null. */
  readonly config: Uint8Array | null
}

/** One unbroken reception of a stream. */
export interface StreamRun {
  /** Grows by one with each run of this source; unique within the process. */
  readonly id: number
  /**
   * Wall clock of the gateway (ms since the epoch) at pts 0. During the first two seconds of a run it may
   * still move earlier: a camera that begins with a backlog shows its true start by catching up. So read it
   * when it is needed, and do not copy it from a run that has just begun.
   */
  readonly startedAtMs: number
  readonly video: VideoFormat
  readonly audio: AudioFormat | null
}

/** One access unit of video, or one frame of audio. The bytes are owned by the packet. */
export interface Packet {
  readonly run: StreamRun
  readonly track: 'video' | 'audio'
  /** Presentation time, microseconds since the start of the run; never negative. */
  readonly ptsUs: number
  /** Decoding time, microseconds since the start of the run; rises strictly within a track, at most ptsUs. */
  readonly dtsUs: number
  /**
   * True for a random access point (IDR, or a recovery point of H.264); audio frames are always true. The first packet
   * of a run is one.
   */
  readonly keyframe: boolean
  /**
   * True where something was lost since the last keyframe, so that a decoder shows this with traces of that. Only
   * listeners that take damaged pictures get it; to others it is a gap in time, and the next packet is a keyframe.
   */
  readonly damaged?: boolean
  /** How many pictures before this one came broken and were left out, or not at all, at least; absent for none. */
  readonly missingBefore?: number
  /**
   * Video: NAL units, each behind its length as four bytes big-endian, without start codes. Parameter sets are among them,
   * before the slices, only where they are others than those of the run and describe the same picture.
   */
  readonly data: Uint8Array
}

/** Wall-clock time of a packet's presentation, ms since the epoch. */
export function presentedAtMs(packet: Packet): number {
  return packet.run.startedAtMs + packet.ptsUs / 1000
}

/** What a consumer of packets offers. Neither method may throw or block. */
export interface PacketListener {
  /** Whether it gets damaged pictures as well; default false. */
  readonly takesDamaged?: boolean
  packet(packet: Packet): void
  /** The run ended: no further packet of it will come. A new run may follow on the same subscription. */
  runEnded(run: StreamRun, reason: string): void
}

/** Takes what a receiver makes of a stream. All of it has to be handed on: no method is one that may be left out. */
export interface StreamSink extends PacketListener {
  /** A picture came while no run is in progress: the next one begins with a keyframe. */
  awaitsKeyframe(): void
}

/** A camera stream as its consumers see it: kept packets first, then live ones. */
export interface PacketSource {
  /**
   * Delivers kept packets from the newest keyframe presented at or before `fromMs` (wall clock, ms since
   * the epoch), or from the oldest kept keyframe if all are later, then every live packet in order. What is
   * kept comes before this returns, over the end of a run as well.
   * Without `fromMs` delivery begins with the next live packet.
   * @returns a function that ends the subscription; idempotent.
   */
  subscribe(listener: PacketListener, fromMs?: number): () => void
  /** The run in progress, or null while the stream is not flowing. */
  currentRun(): StreamRun | null
  /** Whether pictures come though no run is in progress, so that one begins with the next keyframe. */
  isAwaitingKeyframe(): boolean
  /** Whether memory holds less of the past than was asked for. */
  isPastCutShort(): boolean
  /**
   * The newest kept keyframe with what follows it whole, for a snapshot; empty while nothing is kept. Where a decoder
   * recovers by and by, it begins with the keyframe before that.
   */
  newestGop(): readonly Packet[]
}
