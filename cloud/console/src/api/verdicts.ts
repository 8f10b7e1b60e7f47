import { type components, valueOf } from '@sightline/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from './api.js'

export type Verdict = components['schemas']['RuleVerdict']

/** Which verdicts are meant; all that is given must hold. */
export interface VerdictFilter {
  readonly event_id?: string
  readonly outcome?: Verdict['outcome']
}

/** What the compiled versions of a rule said of events, newest first. */
export const useVerdicts = (ruleId: string, filter: VerdictFilter) =>
  useInfiniteQuery({
    queryKey: ['alert-rules', ruleId, 'verdicts', filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/alert-rules/{rule_id}/verdicts', {
          params: {
            path: { rule_id: ruleId },
            query: { limit: 30, ...filter, ...(pageParam !== null && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
