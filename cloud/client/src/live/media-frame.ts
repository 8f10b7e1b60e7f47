/** What the bytes of a media frame are (docs/protocol.md, 20), by their number on the wire. */
const kinds = [null, 'video', 'audio', 'jpeg', 'mpeg1'] as const

export type MediaKind = Exclude<(typeof kinds)[number], null>

/** One picture or piece of sound. */
export interface MediaFrame {
  /**
   * `video`: NAL units, each behind its length as four bytes, without parameter sets. `audio`: AAC without ADTS, or samples of
   * G.711. `mpeg1`: a piece of an MPEG transport stream.
   */
  readonly kind: MediaKind
  /** Decoding may begin with it. Always true for sound and JPEG. */
  readonly keyframe: boolean
  /** Frames before it were left out: what is decoded so far has no continuation. It is a keyframe. */
  readonly discontinuity: boolean
  /** It lies in the past: decode it at once, and show only the last of those that are marked so. */
  readonly catchUp: boolean
  /** Of its socket. */
  readonly subscription: number
  /** Grows by one with each frame of a subscription, from 1, modulo 2^32. */
  readonly sequence: number
  /** When it was shown to the camera: milliseconds since the epoch, by the gateway's clock. */
  readonly capturedMs: number
  /** Decoding time, microseconds; rises within a format, from anywhere. */
  readonly dtsUs: number
  /** Presentation time minus decoding time, microseconds; 0 or more. */
  readonly ctsUs: number
  readonly data: Uint8Array
}

const headBytes = 32
const mostBytes = 4 * 1024 * 1024
const flags = { keyframe: 1, discontinuity: 2, catchUp: 4 } as const

/** Reads a frame; its data is a view of `bytes`. @returns null for what is none */
export function readMediaFrame(bytes: Uint8Array): MediaFrame | null {
  if (bytes.length < headBytes || bytes.length > mostBytes) return null
  const head = new DataView(bytes.buffer, bytes.byteOffset, headBytes)
  const kind = kinds[head.getUint8(0)] ?? null
  const capturedMs = head.getFloat64(8)
  const dtsUs = head.getFloat64(16)
  const ctsUs = head.getInt32(24)
  if (kind === null || !Number.isFinite(capturedMs) || !Number.isSafeInteger(dtsUs) || ctsUs < 0) return null
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
    data: bytes.subarray(headBytes),
  }
}
