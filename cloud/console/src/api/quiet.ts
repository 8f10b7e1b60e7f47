import { type components, valueOf } from '@sightline/client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type Knobs = components['schemas']['NoBigDealSettings']
export type KnobsChange = components['schemas']['NoBigDealPatchInput']
export type Suggestion = components['schemas']['NoBigDealSuggestion']
export type HeldBack = components['schemas']['HeldBackAlert']
export type QuietWindow = Knobs['quiet_hours'][number]

const knobsKey = (ruleId: string) => ['alert-rules', ruleId, 'knobs'] as const
const suggestionsKey = (ruleId: string) => ['alert-rules', ruleId, 'suggestions'] as const

/** What holds alerts of a rule back. Operators may ask. @param ruleId null: nothing is asked */
export const useKnobs = (ruleId: string | null) =>
  useQuery({
    queryKey: knobsKey(ruleId ?? ''),
    enabled: ruleId !== null,
    queryFn: () =>
      valueOf(api.GET('/api/v1/alert-rules/{id}/nbd', { params: { path: { id: ruleId ?? '' } } })),
  })

export function useChangeKnobs(ruleId: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `knobs ${ruleId}` },
    mutationFn: (body: KnobsChange) =>
      valueOf(api.PATCH('/api/v1/alert-rules/{id}/nbd', { params: { path: { id: ruleId } }, body })),
    onSuccess: (knobs) => client.setQueryData(knobsKey(ruleId), knobs),
  })
}

/** What people's answers suggest for a rule and nobody decided yet. */
export const useSuggestions = (ruleId: string | null) =>
  useQuery({
    queryKey: suggestionsKey(ruleId ?? ''),
    enabled: ruleId !== null,
    queryFn: async () => {
      const params = { path: { id: ruleId ?? '' }, query: { status: 'open' as const, limit: 50 } }
      return (await valueOf(api.GET('/api/v1/alert-rules/{id}/nbd/suggestions', { params }))).data
    },
  })

/** Does what a suggestion says, or does away with it. */
export function useDecideSuggestion(ruleId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, apply }: { id: string; apply: boolean }) => {
      const options = { params: { path: { id: ruleId, sid: id } } }
      return valueOf(
        apply
          ? api.POST('/api/v1/alert-rules/{id}/nbd/suggestions/{sid}/apply', options)
          : api.POST('/api/v1/alert-rules/{id}/nbd/suggestions/{sid}/dismiss', options),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: suggestionsKey(ruleId) }),
  })
}

/** What was held back of a rule, newest first. */
export const useHeldBack = (ruleId: string | null) =>
  useInfiniteQuery({
    queryKey: ['alert-rules', ruleId ?? '', 'held-back'],
    enabled: ruleId !== null,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/alert-rules/{id}/nbd/held-back', {
          params: {
            path: { id: ruleId ?? '' },
            query: { limit: 20, ...(pageParam !== null && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
