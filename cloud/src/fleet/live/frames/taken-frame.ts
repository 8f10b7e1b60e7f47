import { mediaHeadBytes, readdressMediaFrame, readMediaFrame } from '@sightline/protocol'

/** A media frame that the node took over from an agent, or from another node. */
export interface TakenFrame {
  /** The whole message as it came, its head included. Never changed. */
  readonly message: Buffer
  readonly sequence: number
  /** `video`, `jpeg` and `mpeg1` are pictures. */
  readonly kind: 'video' | 'audio' | 'jpeg' | 'mpeg1'
  /** A picture with which decoding may begin. */
  readonly isKeyframe: boolean
  readonly isPicture: boolean
  readonly catchUp: boolean
  readonly discontinuity: boolean
  /** Monotonic milliseconds at which the node had it. */
  readonly takenAtMs: number
}

/** To whom a frame goes, and what is said of it there. */
export interface FrameAddress {
  readonly subscription: number
  readonly sequence: number
  readonly discontinuity: boolean
  readonly catchUp: boolean
}

/** Reads a binary message of a media socket. @returns null for what is no media frame, or is addressed to somebody */
export function takeFrame(message: Buffer, takenAtMs: number): TakenFrame | null {
  const frame = readMediaFrame(message)
  if (!frame || frame.subscription !== 0) return null
  const isPicture = frame.kind !== 'audio'
  return {
    message,
    sequence: frame.sequence,
    kind: frame.kind,
    isKeyframe: isPicture && frame.keyframe,
    isPicture,
    catchUp: frame.catchUp,
    discontinuity: frame.discontinuity,
    takenAtMs,
  }
}

/** The head of a frame for another address. What follows it, `bytesOf`, is the same for all. */
export function headFor(frame: TakenFrame, address: FrameAddress): Buffer {
  const head = Buffer.allocUnsafe(mediaHeadBytes)
  frame.message.copy(head, 0, 0, mediaHeadBytes)
  readdressMediaFrame(head, address)
  return head
}

/** What stands behind the head: a view, no copy. */
export function bytesOf(frame: TakenFrame): Buffer {
  return frame.message.subarray(mediaHeadBytes)
}
