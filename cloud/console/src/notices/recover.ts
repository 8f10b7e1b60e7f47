import type { Query, QueryClient } from '@tanstack/react-query'
import { isRefusal } from '../api/queries.js'

/** Between two tries of what the service could not answer, ms. */
const againMs = 10_000

/**
 * Has questions that the service could not answer asked again, for as long as their answers are wanted: a page that failed comes
 * by itself. It is tried beside the page, which stays as it is until there is an answer.
 *
 * @param signal ends it
 * @returns tries at once, as when the line is back
 */
export function recoverFailed(client: QueryClient, signal: AbortSignal): () => void {
  const trying = new Set<string>()
  const tryOne = async (query: Query): Promise<void> => {
    if (trying.has(query.queryHash)) return
    trying.add(query.queryHash)
    try {
      if (await hasAnswer(client, query, signal)) await query.fetch()
    } catch {
      // It stays as it is until the next time.
    } finally {
      trying.delete(query.queryHash)
    }
  }
  const tryAll = (): void => {
    if (document.visibilityState !== 'visible') return
    const failed = client.getQueryCache().findAll({ type: 'active', predicate: hasFailed })
    for (const query of failed) void tryOne(query)
  }
  const timer = setInterval(tryAll, againMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  return tryAll
}

const hasFailed = ({ state }: Query): boolean =>
  state.status === 'error' && state.fetchStatus === 'idle' && !isRefusal(state.error)

/** Whether the service answers a question now. What it is asked of a list is its first page. */
async function hasAnswer(client: QueryClient, query: Query, signal: AbortSignal): Promise<boolean> {
  const { queryFn } = query.options
  if (typeof queryFn !== 'function') return false
  const pageParam: unknown = Reflect.get(query.options, 'initialPageParam')
  await queryFn({
    client,
    queryKey: query.queryKey,
    signal,
    meta: query.meta,
    pageParam,
    direction: 'forward',
  })
  return true
}
