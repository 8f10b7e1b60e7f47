import type { CameraFault } from '@sightline/protocol'
import type { Random } from '../platform/random.js'
import { type Backoff, backoffMs } from '../platform/retry.js'

const minute = 60_000

/**
 * A camera that was cut off needs a moment to end the old session before it takes a new one. The cap is what
 * brings a camera back within 15 s of its return, however long it was gone: 40 cameras without power are five
 * connections a second at most.
 */
const usual: Backoff = { floorMs: 500, baseMs: 1000, capMs: 8000 }
/** Cameras free a place after about a minute. */
const limited: Backoff = { floorMs: 30_000, baseMs: minute, capMs: 5 * minute }
/** Only a person at the camera's settings changes this. */
const unsupported: Backoff = { floorMs: minute, baseMs: 2 * minute, capMs: 10 * minute }
/** Cameras lock accounts after a few wrong passwords, for up to half an hour. */
const refused: Backoff = { floorMs: 30 * minute, baseMs: 33 * minute, capMs: 33 * minute }

/** An attempt that failed. */
export interface FailedAttempt {
  readonly fault: CameraFault
  /** How many attempts failed in a row, from 1. */
  readonly failures: number
  /** How long it took, ms. */
  readonly tookMs: number
}

/**
 * The wait before the next attempt, ms, with jitter: many cameras behind one switch fail together. Where attempts
 * are cheap it counts from the begin of the failed one, so that a camera that does not even answer is not
 * waited for twice.
 */
export function retryWaitMs({ fault, failures, tookMs }: FailedAttempt, random: Random): number {
  const pace = paceOf(fault)
  const waitMs = backoffMs(failures, pace, random)
  return pace === usual ? Math.max(waitMs - tookMs, usual.floorMs) : waitMs
}

/**
 * Counts failures in a row that are met with one pace: how often a camera was not there says nothing about how long
 * one that has come back, and is full, stays so.
 */
export class FailureRow {
  #pace: Backoff | null = null
  #count = 0

  /** @returns how many of this pace there were in a row, from 1 */
  add(fault: CameraFault): number {
    const pace = paceOf(fault)
    this.#count = pace === this.#pace ? this.#count + 1 : 1
    this.#pace = pace
    return this.#count
  }

  end(): void {
    this.#pace = null
  }
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
