import type { Packet } from '../stream/packet.js'

/** A small gray picture: `width * height` bytes of luma, row by row. */
export interface GrayPicture {
  readonly width: number
  readonly height: number
  readonly luma: Uint8Array
}

/** A decoded picture with its place in time. */
export interface TimedPicture extends GrayPicture {
  /** Presentation time, microseconds since the start of its run. */
  readonly ptsUs: number
  readonly keyframe: boolean
}

export interface DecodeRequest {
  /** Whose packets these are: turns are fair between cameras. */
  readonly cameraId: string
  /** Video packets of one run in decoding order; the first is a keyframe. */
  readonly packets: readonly Packet[]
  /** Only pictures presented at or after this time are given back, microseconds; the others are decoded only. */
  readonly fromPtsUs: number
  /** At least so far apart in presentation time, microseconds; a keyframe is always given back. */
  readonly everyUs: number
  /** `patient`: may wait some seconds for others, with which it shares the start of a decoder. */
  readonly urgency: 'now' | 'patient'
}

export type DecodeOutcome =
  | { readonly kind: 'pictures'; readonly pictures: readonly TimedPicture[] }
  /** The bytes are not decodable as they are; another try with other packets may do. */
  | { readonly kind: 'damaged'; readonly reason: string }
  /** The decoder hangs, crashes or is not there. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Turns packets into small gray pictures. One for all cameras of an agent; at most a few decodes at a time. */
export interface GrayDecoder {
  /** Never rejects. A request whose `signal` aborts while it waits is not begun. */
  decode(request: DecodeRequest, signal: AbortSignal): Promise<DecodeOutcome>
}
