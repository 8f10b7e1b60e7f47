import { FailedCall } from '@sightline/client'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { tooMany, waitAfter } from './too-many.js'

/** Tries of a question that the service could not answer; what it refused is not asked again by itself. */
const mostTries = 3
/** Between two tries of a question that the service could not answer, ms: the first and the longest. */
const [firstPauseMs, longestPauseMs] = [1_000, 30_000]

/**
 * What the pages know of the service, for one person. Notices say what changed, so nothing is asked for again because of its age
 * alone.
 */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Who comes too often waits and goes on.
        retry: (failures, error) => waitAfter(error) !== null || (failures < mostTries && !isRefusal(error)),
        retryDelay: (failures, error) => {
          const waitMs = waitAfter(error)
          if (waitMs === null)
            return waitAskedFor(error) ?? Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
          tooMany.note(Date.now() + waitMs)
          return waitMs
        },
      },
    },
    mutationCache: new MutationCache({
      onError: (error, _given, _result, { meta }) => {
        // Whoever has words of its own for a limit says it where it is met, and nothing is tried again by itself.
        if (meta?.saysLimit === true) return
        const waitMs = waitAfter(error)
        if (waitMs !== null) tooMany.note(Date.now() + waitMs)
      },
    }),
  })

/** How long the service wants to be left alone, ms; null: it said nothing of that. */
function waitAskedFor(error: unknown): number | null {
  const seconds = error instanceof FailedCall ? error.error.retryAfterSec : null
  return seconds === null ? null : Math.min(seconds * 1000, longestPauseMs)
}

/** Whether asking again would change nothing. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof FailedCall)) return false
  const { status } = error.error
  return status >= 400 && status < 500 && status !== 408
}

/** Whether there is nothing, or nothing that this person may see. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof FailedCall && (error.error.status === 404 || error.error.status === 403)

/** Whether something is not any more as it was when a change of it was made. */
export const isConflict = (error: unknown): boolean =>
  error instanceof FailedCall && error.error.status === 409
