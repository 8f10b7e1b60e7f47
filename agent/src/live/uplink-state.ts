/** How uploads and live view share the line of the site. */
export interface UplinkState {
  /** Until then uploads take no more than their part, ms of the monotonic clock; minus infinity while the line never was full. */
  readonly sharedUntilMs: number
  /** When uploads were cut last, ms of the monotonic clock; minus infinity where they never were. */
  readonly cutAtMs: number
  /** What uploads may take, bytes a second; null for no bound. */
  readonly uploadBytesPerSec: number | null
  /** Live view sends keyframes alone, so that the oldest clip gets through. */
  readonly isKeysOnly: boolean
}

/** What is seen of the line while somebody watches. */
export interface UplinkReading {
  /** By how much the oldest live frame waits longer than the round trip, ms; 0 where none does. */
  readonly overdueMs: number
  /** For how long the oldest clip has waited to be sent, ms; null where none waits. */
  readonly oldestClipMs: number | null
  /** What uploads took lately, bytes a second; 0: nothing is gained by leaving them more. */
  readonly uploadBytesPerSec: number
  /** What the line carried lately, bytes a second, live frames and uploads together. */
  readonly lineBytesPerSec: number
  /** The most that it carried within the last minute, bytes a second. */
  readonly mostBytesPerSec: number
}

/** Half of what a frame may wait beyond the round trip: before one is left out, uploads make room. */
const isOverdueMs = 250
/** So long after it uploads keep to their part, and are not cut again: what was sent before has to arrive first, ms. */
const holdMs = 2000
/** A clip that has waited for so long goes before moving pictures, ms. */
const longestWaitMs = 3_600_000
/** What uploads keep of the line. */
const uploadPart = 0.2
/** A part that is sent more slowly is given up by its store, bytes a second. */
const leastBytesPerSec = 8 * 1024
/** With which uploads begin beside live view, bytes a second: what lies in buffers cannot be taken back. */
const firstBytesPerSec = 256 * 1024
/** By how much uploads grow with each look at the line: up to where it may be full, and from there. */
const growth = { unknown: 1.25, known: 1.05 } as const
/** Uploads that take less than this part of what they may are not held up by it. */
const usedPart = 0.3
/** Uploads that take less than this part of what they may, while live frames wait, are held up by the line. */
const heldUpPart = 0.7

export const idleUplink: UplinkState = {
  sharedUntilMs: Number.NEGATIVE_INFINITY,
  cutAtMs: Number.NEGATIVE_INFINITY,
  uploadBytesPerSec: null,
  isKeysOnly: false,
}

/** The state after a look at the line, four times a second. @param nowMs of the monotonic clock */
export function nextUplink(before: UplinkState, reading: UplinkReading, nowMs: number): UplinkState {
  const { overdueMs, oldestClipMs, uploadBytesPerSec } = reading
  const isOverdue = overdueMs > isOverdueMs
  const sharedUntilMs = isOverdue ? nowMs + holdMs : before.sharedUntilMs
  const isLate = uploadBytesPerSec > 0 && oldestClipMs !== null && oldestClipMs >= longestWaitMs
  const isKeysOnly = isLate && (before.isKeysOnly || isShared({ sharedUntilMs }, nowMs))
  // Keyframes make room for clips, which is of use to those that may take it.
  if (isKeysOnly) return { ...before, sharedUntilMs, uploadBytesPerSec: null, isKeysOnly }
  const isCut = isOverdue && nowMs - before.cutAtMs >= holdMs
  return {
    sharedUntilMs,
    cutAtMs: isCut ? nowMs : before.cutAtMs,
    uploadBytesPerSec: isCut ? cut(before, reading, nowMs) : grown(before, reading, nowMs),
    isKeysOnly,
  }
}

/** Whether live frames did not get through in time just now. */
export function isShared({ sharedUntilMs }: Pick<UplinkState, 'sharedUntilMs'>, nowMs: number): boolean {
  return nowMs < sharedUntilMs
}

/**
 * A fifth of the line. What it carries now says too little of it: uploads are held down already, or it stood still for a
 * moment. But where frames went on waiting and uploads got less than they may, it carries no more than now.
 */
function cut(before: UplinkState, reading: UplinkReading, nowMs: number): number {
  const { uploadBytesPerSec, lineBytesPerSec, mostBytesPerSec } = reading
  const may = before.uploadBytesPerSec ?? firstBytesPerSec
  const isNarrower = isShared(before, nowMs) && uploadBytesPerSec < may * heldUpPart
  const line = isNarrower ? lineBytesPerSec : mostBytesPerSec
  return Math.min(may, Math.max(line * uploadPart, leastBytesPerSec))
}

function grown(
  before: UplinkState,
  { uploadBytesPerSec, mostBytesPerSec }: UplinkReading,
  nowMs: number,
): number {
  const may = before.uploadBytesPerSec ?? firstBytesPerSec
  if (isShared(before, nowMs) || uploadBytesPerSec < may * usedPart) return may
  const wasNeverFull = before.sharedUntilMs === Number.NEGATIVE_INFINITY
  return may * (wasNeverFull || may < mostBytesPerSec * uploadPart ? growth.unknown : growth.known)
}
