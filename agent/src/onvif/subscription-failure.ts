import type { Random } from '../platform/random.js'
import { ConnectionLost, type OnvifError, OperationRefused } from './onvif-error.js'
import type { EventsHealth } from './onvif-event.js'
import type { SubscriptionTimings } from './subscription-timings.js'

/** Cameras lock accounts after a few wrong passwords, for up to half an hour. */
const refusedRetryMs = 31 * 60_000
/** A camera that boots may refuse everybody until it has read its list of users; that takes a minute or two. */
const bootingRetryMs = 60_000
/** So many times an account that was let in before is tried again after that. */
const triesWhileBooting = 2
/** Not where that would come to more wrong passwords than this, in all the ways in which it is shown: some lock at five. */
const mostWrongTries = 4

/** What is to be done after a subscription ended, or was not made. */
interface AfterFailure {
  readonly state: EventsHealth['state']
  readonly message: string
  readonly waitMs: number
}

interface FailureCircumstances {
  readonly random: Random
  readonly timings: SubscriptionTimings
  /** How often in a row an account was refused that the camera let in before, this time included; null for another. */
  readonly provenRefusals?: number | null
  /** How many wrong passwords the camera has counted in those refusals. */
  readonly wrongTries?: number
}

/**
 * Judges the end of an attempt.
 * @param livedForMs how long there was a subscription, ms; null if there was none
 * @param failures attempts without a subscription in a row, this one included
 */
export function afterFailure(
  error: OnvifError,
  livedForMs: number | null,
  failures: number,
  { random, timings, provenRefusals = null, wrongTries = 0 }: FailureCircumstances,
): AfterFailure {
  const jitter = 0.75 + random.fraction() / 2
  if (error.fault === 'auth' && livedForMs === null) {
    const mayBeBooting =
      provenRefusals !== null &&
      provenRefusals <= triesWhileBooting &&
      wrongTries + wrongTries / provenRefusals <= mostWrongTries
    const waitMs = mayBeBooting ? bootingRetryMs : refusedRetryMs
    // Never sooner, so the jitter only adds.
    return { state: 'degraded', message: error.message, waitMs: waitMs * (1 + random.fraction() / 10) }
  }
  if (livedForMs !== null && livedForMs >= timings.livedMs && !isAway(error)) {
    return {
      state: 'connecting',
      message: 'the camera ended the subscription: a new one is made',
      waitMs: timings.pullEveryMs * 2 * jitter,
    }
  }
  if (livedForMs === null && (error instanceof OperationRefused || error.fault === 'not_found')) {
    return {
      state: 'unsupported',
      message: 'the camera takes no event subscription: events are off, or other programs use them all',
      waitMs: Math.min(timings.retryMs * 2 ** Math.min(failures - 1, 10), timings.longestRetryMs) * jitter,
    }
  }
  return { state: 'degraded', message: `no events: ${plain(error)}`, waitMs: timings.retryMs * jitter }
}

/** Whether the camera itself is gone for now: as after a crash. */
export function isAway(error: OnvifError): boolean {
  return error.fault === 'refused' || error.fault === 'timeout' || error instanceof ConnectionLost
}

/** Refusals hold words of the camera's choosing. */
function plain(error: OnvifError): string {
  return error instanceof OperationRefused
    ? 'the camera refused a request of the subscription'
    : error.message
}
