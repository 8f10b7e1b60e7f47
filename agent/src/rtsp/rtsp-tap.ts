/**
 * Hears what passes between the client and a camera, for a capture. Credentials are in it: whoever keeps any of it
 * removes them first. No method throws or blocks.
 */
export interface RtspTap {
  /** A request as it was sent, head and body. */
  sent(request: string): void
  /** An answer as it was received. */
  received(answer: { readonly head: string; readonly body: string }): void
  /**
   * A packet of RTP or RTCP, whichever way it came.
   * @param channel as interleaved: even for RTP, odd for the RTCP that belongs to it; valid during the call only
   */
  packet(channel: number, data: Buffer, start: number, end: number): void
}
