import type { CameraFault } from '@sightline/protocol'
import type { Random } from '../platform/random.js'
import { type Backoff, backoffMs } from '../platform/retry.js'

const minute = 60_000

/** A camera that was cut off needs a moment to end the old session before it takes a new one. */
const usual: Backoff = { floorMs: 500, baseMs: 1000, capMs: minute }
/** Cameras free a place after about a minute. */
const limited: Backoff = { floorMs: 30_000, baseMs: minute, capMs: 5 * minute }
/** Only a person at the camera's settings changes this. */
const unsupported: Backoff = { floorMs: minute, baseMs: 2 * minute, capMs: 10 * minute }
/** Cameras lock accounts after a few wrong passwords, for up to half an hour. */
const refused: Backoff = { floorMs: 30 * minute, baseMs: 33 * minute, capMs: 33 * minute }

/**
 * The wait before the next attempt, ms, with jitter: many cameras behind one switch fail together.
 * @param failures how many attempts failed in a row, from 1.
 */
export function retryWaitMs(fault: CameraFault, failures: number, random: Random): number {
  return backoffMs(failures, paceOf(fault), random)
}

function paceOf(fault: CameraFault): Backoff {
  switch (fault) {
    case 'auth':
      return refused
    case 'stream_limit':
      return limited
    case 'codec':
    case 'no_video':
    case 'tls':
    case 'redirect':
      return unsupported
    default:
      return usual
  }
}
