/** A whole access unit. */
export interface AccessUnit {
  /** In the form of `Packet.data`; its own copy. */
  readonly data: Uint8Array
  /** RTP timestamp, 32 bits. */
  readonly timestamp: number
  readonly keyframe: boolean
  /** It is shown before the random access point that it follows (H.265 only). */
  readonly leading: boolean
  /** Something was lost since the last random access point: a decoder makes of it what it can. */
  readonly damaged: boolean
}

/** Receives what was put together from the payloads of a video track. */
export interface AccessUnitSink {
  /** A parameter set NAL unit; the bytes are valid during the call only. */
  parameterSet(unit: Uint8Array): void
  /** In decoding order. */
  accessUnit(unit: AccessUnit): void
  /**
   * An access unit came that is broken, or before the first random access point.
   * @param broken false if it came whole
   * @param hasFragments fragments of it came, which no other codec marks alike
   */
  dropped(broken: boolean, hasFragments: boolean): void
}
