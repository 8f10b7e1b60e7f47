/** Where playing stands against what has arrived, seconds of the media. */
export interface Position {
  readonly at: number
  readonly start: number
  readonly end: number
}

export interface Chase {
  /** Where to jump; null: nowhere. */
  readonly seekTo: number | null
  readonly rate: number
}

/** Seconds before the end at which it settles: less than that, and each late frame is a halt. */
const aim = 0.08
/** Behind by more than this it jumps. */
const far = 1.5
const tolerance = 0.07
/** Behind by more than this it hurries: what is shown then is old anyway. */
const late = 0.3
const fastest = 3

/**
 * Keeps a player at the live edge that would rather stay where it is: a little faster while it is behind, by a jump when far.
 */
export function chase({ at, start, end }: Position): Chase {
  const ahead = end - at
  if (at < start || ahead > far || ahead < -0.5) return { seekTo: Math.max(start, end - aim), rate: 1 }
  if (ahead > aim + tolerance) return { seekTo: null, rate: rateFor(ahead) }
  return { seekTo: null, rate: 1 }
}

function rateFor(ahead: number): number {
  return Math.min(fastest, 1 + ahead + Math.max(0, ahead - late) * 4)
}
