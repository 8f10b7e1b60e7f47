/** A camera that stands still now and then, and goes on. */
export interface Freezes {
  readonly everySec: number
  /** At the end of each of these times. Both are whole groups of pictures: what comes next is a keyframe. */
  readonly forSec: number
}

/** Whether a picture is none of those that are sent, by the number that it has at its camera. */
export function isWithheld(number: number, fps: number, { everySec, forSec }: Freezes): boolean {
  const every = Math.round(everySec * fps)
  return number % every >= every - Math.round(forSec * fps)
}
