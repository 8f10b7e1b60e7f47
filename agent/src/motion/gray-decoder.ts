import type { Packet, VideoFormat } from '../stream/packet.js'

/**
 * Every camera's pictures are compared in this size, whatever their shape: zones are parts of the picture, and
 * pictures of several cameras come out of one decoder.
 */
export const pictureWidth = 160
export const pictureHeight = 90
export const pictureBytes = pictureWidth * pictureHeight

/** A small gray picture with its place in time. */
export interface GrayPicture {
  /** `pictureBytes` of luma, row by row. */
  readonly luma: Uint8Array
  /** Presentation time, microseconds since the start of its run. */
  readonly ptsUs: number
  readonly keyframe: boolean
}

/**
 * `now`: something may be moving. `again`: the same of a camera that was just checked: its movement is reported already,
 * or checks of it were in vain. `glance`: one keyframe of a stream whose sizes say nothing, soon. `soon`: a check of such a
 * stream; all of these together get a part of one core. `patient`: may wait some seconds for others, with which it shares
 * the start of a decoder.
 */
export type Urgency = 'now' | 'again' | 'glance' | 'soon' | 'patient'

/** A part of a stream that is decoded. */
export interface Excerpt {
  /** Video packets of one run in decoding order; the first is a keyframe. None: there is nothing to be seen. */
  readonly packets: readonly Packet[]
  /** Pictures presented before this are decoded and not given back, microseconds; a keyframe is always. */
  readonly fromPtsUs: number
  /** None that is presented after this is given back. */
  readonly untilPtsUs: number
  /** The pictures given back are at least so far apart, microseconds; the last one is always among them. */
  readonly everyUs: number
}

/** There is nothing to be seen any more. */
export const nothing: Excerpt = { packets: [], fromPtsUs: 0, untilPtsUs: 0, everyUs: 0 }

/** Whoever waits asks for nothing yet: what is decoded, and who goes first, is decided when it is somebody's turn. */
export interface DecodeRequest {
  readonly codec: VideoFormat['codec']
  urgency(): Urgency
  /**
   * Its turn has come.
   * @param mostPackets room that is left in the decoder
   * @returns null if it needs more: then it waits on
   */
  take(mostPackets: number): Excerpt | null
}

export type DecodeOutcome =
  | { readonly kind: 'pictures'; readonly pictures: readonly GrayPicture[] }
  /** These bytes cannot be decoded; others of the same camera may. */
  | { readonly kind: 'damaged'; readonly reason: string }
  /** The decoder hangs, crashes or is not there. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** Nobody wants the answer any more. */
  | { readonly kind: 'aborted' }

/** An answer with what it cost. */
export type Decoded = DecodeOutcome & {
  /** How long it was decoded, ms, without its wait: of a decoder that several share, its part by packets. */
  readonly ownMs: number
}

/** Turns packets into small gray pictures: one for all cameras of an agent, at most a few decodes at a time. */
export interface GrayDecoder {
  /** Never rejects. What is aborted while it waits is not begun. */
  decode(request: DecodeRequest, signal: AbortSignal): Promise<Decoded>
  /** A request that waits is more urgent by now. */
  reconsider(): void
}
