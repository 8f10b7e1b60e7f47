/**
 * Pictures and sound of live view as they go over its sockets (docs/protocol.md, 20): a fixed head, then the bytes. The
 * same on the way from an agent to the cloud and from the cloud to a viewer, whose reader is the client's.
 */

/** What the bytes of a media frame are. */
export const mediaKinds = {
  /** An access unit of H.264 or H.265: NAL units, each behind its length as four bytes, without parameter sets. */
  video: 1,
  /** A frame of AAC without ADTS, or samples of G.711. */
  audio: 2,
  /** A picture as JPEG. */
  jpeg: 3,
  /** A piece of an MPEG transport stream with MPEG-1 video. */
  mpeg1: 4,
} as const

export type MediaKind = keyof typeof mediaKinds

/** Bytes of the head. */
export const mediaHeadBytes = 32
/** Bytes of one media frame at most, its head included. */
export const mostMediaFrameBytes = 4 * 1024 * 1024

/** One picture or piece of sound. */
export interface MediaFrame {
  readonly kind: MediaKind
  /** Decoding may begin with it. Always true for sound and JPEG. */
  readonly keyframe: boolean
  /** Frames before it were left out: what is decoded so far has no continuation. It is a keyframe. */
  readonly discontinuity: boolean
  /** It lies in the past: decode it at once, and show only the last of those that are marked so. */
  readonly catchUp: boolean
  /** Of the viewer's subscription, 1 to 65535; 0 on an agent's socket. */
  readonly subscription: number
  /** Grows by one with each frame of a subscription, from 1, modulo 2^32. Acknowledged by it. */
  readonly sequence: number
  /** When it was shown to the camera: milliseconds since the epoch, by the gateway's clock. */
  readonly capturedMs: number
  /** Decoding time, microseconds; rises within a format, from anywhere. */
  readonly dtsUs: number
  /** Presentation time minus decoding time, microseconds; 0 or more. */
  readonly ctsUs: number
  readonly data: Uint8Array
}

const flags = { keyframe: 1, discontinuity: 2, catchUp: 4 } as const

/** Writes a frame. @throws RangeError for one that is too large, or has a number that does not fit */
export function writeMediaFrame(frame: MediaFrame): Uint8Array<ArrayBuffer> {
  const length = mediaHeadBytes + frame.data.length
  if (length > mostMediaFrameBytes) throw new RangeError(`a media frame of ${length} bytes is too large`)
  const bytes = new Uint8Array(length)
  const head = new DataView(bytes.buffer, 0, mediaHeadBytes)
  head.setUint8(0, mediaKinds[frame.kind])
  head.setUint8(
    1,
    (frame.keyframe ? flags.keyframe : 0) |
      (frame.discontinuity ? flags.discontinuity : 0) |
      (frame.catchUp ? flags.catchUp : 0),
  )
  head.setUint16(2, frame.subscription)
  head.setUint32(4, frame.sequence)
  head.setFloat64(8, frame.capturedMs)
  head.setFloat64(16, frame.dtsUs)
  head.setInt32(24, frame.ctsUs)
  bytes.set(frame.data, mediaHeadBytes)
  return bytes
}

/** Reads a frame; its data is a view of `bytes`. @returns null for what is none */
export function readMediaFrame(bytes: Uint8Array): MediaFrame | null {
  if (bytes.length < mediaHeadBytes || bytes.length > mostMediaFrameBytes) return null
  const head = new DataView(bytes.buffer, bytes.byteOffset, mediaHeadBytes)
  const kind = kindOf(head.getUint8(0))
  const capturedMs = head.getFloat64(8)
  const dtsUs = head.getFloat64(16)
  const ctsUs = head.getInt32(24)
  const areTimes = Number.isFinite(capturedMs) && Number.isSafeInteger(dtsUs) && ctsUs >= 0
  if (kind === null || !areTimes) return null
  const set = head.getUint8(1)
  return {
    kind,
    keyframe: (set & flags.keyframe) !== 0,
    discontinuity: (set & flags.discontinuity) !== 0,
    catchUp: (set & flags.catchUp) !== 0,
    subscription: head.getUint16(2),
    sequence: head.getUint32(4),
    capturedMs,
    dtsUs,
    ctsUs,
    data: bytes.subarray(mediaHeadBytes),
  }
}

/**
 * Addresses a written frame anew, in place: only its head is touched.
 * @param bytes begins with the head; may end behind it
 */
export function readdressMediaFrame(
  bytes: Uint8Array,
  address: Pick<MediaFrame, 'subscription' | 'sequence' | 'discontinuity' | 'catchUp'>,
): void {
  const head = new DataView(bytes.buffer, bytes.byteOffset, mediaHeadBytes)
  const kept = head.getUint8(1) & ~(flags.discontinuity | flags.catchUp)
  head.setUint8(
    1,
    kept | (address.discontinuity ? flags.discontinuity : 0) | (address.catchUp ? flags.catchUp : 0),
  )
  head.setUint16(2, address.subscription)
  head.setUint32(4, address.sequence)
}

/** How many frames `later` comes after `earlier`, over the end of the numbers; negative if it comes before. */
export function sequencesBetween(earlier: number, later: number): number {
  return (later - earlier) | 0
}

function kindOf(code: number): MediaKind | null {
  switch (code) {
    case mediaKinds.video:
      return 'video'
    case mediaKinds.audio:
      return 'audio'
    case mediaKinds.jpeg:
      return 'jpeg'
    case mediaKinds.mpeg1:
      return 'mpeg1'
    default:
      return null
  }
}
