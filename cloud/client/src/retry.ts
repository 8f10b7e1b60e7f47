import { inMs, retryAfterOf } from './api-error.js'
import { backoffMs, spreadMs, systemTiming, type Timing } from './platform/timing.js'

/** Sends one request. */
export type Send = (request: Request) => Promise<Response>

export interface RetryOptions {
  /** Tries after the first one. Default 5. */
  readonly retries?: number
  /** What is to be waited for longer than this, chance aside, is answered as it is, ms. Default 60,000. */
  readonly mostWaitMs?: number
  readonly timing?: Timing
}

/**
 * Sends a request again where that makes sense, after a little more than `Retry-After` says, and after a time that grows.
 *
 * - 429 was refused before anything was done: any request is sent again.
 * - 502, 503, 504 and an answer that did not come may have been done: GET and HEAD are sent again, and what has an
 *   `idempotency-key`, by which the service does it once.
 * - 409 with a time after which to ask again: the first request with this key has not ended. Without one it is final.
 */
export function retrying(options: RetryOptions = {}): (send: Send) => Send {
  const { retries = 5, mostWaitMs = 60_000, timing = systemTiming } = options
  return (send) => async (request) => {
    for (let failures = 1; ; failures += 1) {
      const isLast = failures > retries
      // Of a body that is sent there is nothing left to send again.
      const attempt = isLast ? request : request.clone()
      const answer = await sent(send, attempt)
      if (isLast || request.signal.aborted || !mayRepeat(request, answer)) return result(answer)
      const grownMs = backoffMs(failures, timing)
      const saidMs = saidMsOf(answer)
      if ((saidMs ?? grownMs) > mostWaitMs) return result(answer)
      if ('response' in answer) await discard(answer.response)
      const waitMs =
        saidMs === null ? grownMs : Math.max(Math.min(grownMs, mostWaitMs), spreadMs(saidMs, timing))
      await timing.sleep(waitMs, request.signal)
    }
  }
}

/** Gives up what is left of an answer; what broke meanwhile, or somebody reads, is nothing to wait for. */
export const discard = async ({ body }: Response): Promise<void> => body?.cancel().catch(() => {})

type Sent = { readonly response: Response } | { readonly failure: unknown }

async function sent(send: Send, request: Request): Promise<Sent> {
  try {
    return { response: await send(request) }
  } catch (failure) {
    return { failure }
  }
}

function result(answer: Sent): Response {
  if ('response' in answer) return answer.response
  throw answer.failure
}

const unanswered: readonly number[] = [502, 503, 504]

function mayRepeat({ method, headers }: Request, answer: Sent): boolean {
  const hasKey = headers.has('idempotency-key')
  if ('response' in answer) {
    const { status } = answer.response
    if (status === 429) return true
    if (status === 409) return hasKey && saidMsOf(answer) !== null
    if (!unanswered.includes(status)) return false
  }
  return method === 'GET' || method === 'HEAD' || hasKey
}

const saidMsOf = (answer: Sent): number | null =>
  'response' in answer ? inMs(retryAfterOf(answer.response)) : null
