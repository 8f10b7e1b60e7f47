/** The video track that is played. */
export interface VideoTrack {
  readonly codec: 'h264' | 'h265'
  readonly payloadType: number
  /** Ticks of RTP timestamps per second. */
  readonly clockRate: number
  /**
   * SPS and PPS (H.265: VPS as well) out of the description, without start codes; may be empty, wrong or older
   * than those in the stream.
   */
  readonly parameterSets: readonly Uint8Array[]
  /** H.265 whose payloads carry decoding order numbers (RFC 7798 section 7.1: sprop-max-don-diff above 0). */
  readonly hasDonl: boolean
  readonly control: string | null
}

/** How the access units of AAC are separated in a payload (RFC 3640 section 3.2.1): lengths of fields, bits. */
export interface AuHeader {
  readonly sizeLength: number
  readonly indexLength: number
  readonly indexDeltaLength: number
}

/** The sound that is played beside the video. It may be silent for ever, and never costs the video. */
export interface AudioTrack {
  readonly codec: 'aac' | 'pcma' | 'pcmu'
  readonly payloadType: number
  /** Ticks of RTP timestamps per second; cameras name another one than they sample with. */
  readonly clockRate: number
  readonly channels: number
  /** AudioSpecificConfig (ISO 14496-3 section 1.6.2.1) of AAC, else null. */
  readonly config: Uint8Array | null
  /** Null but for AAC. */
  readonly auHeader: AuHeader | null
  readonly control: string | null
}

/** What one session plays. */
export interface Tracks {
  readonly video: VideoTrack
  readonly audio: AudioTrack | null
}
