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
/** Cameras free a session after about a minute. */
const limited: Backoff = { floorMs: 30_000, baseMs: minute, capMs: 5 * minute }
/** Only a person at the camera's settings changes this. */
const unsupported: Backoff = { floorMs: minute, baseMs: 2 * minute, capMs: 10 * minute }
/** Cameras lock accounts after a few wrong passwords, for up to half an hour. */
const refused: Backoff = { floorMs: 30 * minute, baseMs: 33 * minute, capMs: 33 * minute }

/** A camera that boots may refuse everybody until it has read its list of users; that takes a minute or two. */
const booting: Backoff = { floorMs: minute, baseMs: 66_000, capMs: 66_000 }
/** So many times a refused account that was let in before is tried again with that backoff. */
const triesWhileBooting = 2

/** An attempt that failed. */
interface FailedAttempt {
  readonly fault: CameraFault
  /** How many attempts failed in a row, from 1. */
  readonly failures: number
  /** How long it took, ms. */
  readonly tookMs: number
  /** The camera let the same account in before; false where it is not known. */
  readonly isProven?: boolean
}

/** Whether a refused account may be right, for the camera let it in before and may not have read its users yet. */
export function mayBeBooting({ fault, failures, isProven }: Omit<FailedAttempt, 'tookMs'>): boolean {
  return fault === 'auth' && isProven === true && failures <= triesWhileBooting
}

/**
 * The wait before the next attempt, ms, with jitter: many cameras behind one switch fail together. Where attempts
 * are cheap it counts from the begin of the failed one, so that a camera that does not even answer is not
 * waited for twice.
 */
export function retryWaitMs(attempt: FailedAttempt, random: Random): number {
  const { fault, failures, tookMs } = attempt
  const backoff = mayBeBooting(attempt) ? booting : backoffOf(fault)
  const waitMs = backoffMs(failures, backoff, random)
  return backoff === usual ? Math.max(waitMs - tookMs, usual.floorMs) : waitMs
}

/**
 * Counts failures in a row that are met with one backoff: how often a camera was not there says nothing about how long
 * one that has come back, and is full, stays so.
 */
export class FailureStreak {
  #backoff: Backoff | null = null
  #count = 0
  #refusals = 0

  /** @returns how many with this backoff there were in a row, from 1 */
  add(fault: CameraFault): number {
    const backoff = backoffOf(fault)
    // A camera that is not there now and then in between counts wrong passwords all the same.
    if (backoff === refused) this.#refusals += 1
    this.#count = backoff === this.#backoff ? this.#count + 1 : 1
    this.#backoff = backoff
    return backoff === refused ? this.#refusals : this.#count
  }

  end(): void {
    this.accepted()
    this.#backoff = null
  }

  /** Whether the account was refused since it was accepted last. */
  get wasRefused(): boolean {
    return this.#refusals > 0
  }

  /** The account was accepted. */
  accepted(): void {
    this.#refusals = 0
  }
}

function backoffOf(fault: CameraFault): Backoff {
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
