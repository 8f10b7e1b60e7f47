import { type components, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../session/use-session.js'
import { api } from './api.js'

export type Feedback = components['schemas']['FeedbackCreateInput']['verdict']

/** What is said of an event by so many people at most; what somebody said is looked for among them. */
const most = 100

const feedbackKey = (eventId: string) => ['event', eventId, 'feedback'] as const
const givingKey = (eventId: string) => ['give-feedback', eventId] as const

/** What this person said an event was worth; null: nothing yet. */
export function useOwnFeedback(eventId: string) {
  const { id: self } = useUser()
  return useQuery({
    queryKey: feedbackKey(eventId),
    queryFn: async () => {
      const path = { params: { path: { eventId }, query: { limit: most } } }
      const { data } = await valueOf(api.GET('/api/v1/events/{eventId}/feedback', path))
      const own = data.find(({ given_by: { id }, rule_id }) => id === self && rule_id === null)
      return own?.verdict ?? null
    },
  })
}

/** Says what an event was worth: shown at once, and as it was where that is refused. */
export function useGiveFeedback(eventId: string) {
  const client = useQueryClient()
  const show = async (verdict: Feedback | null): Promise<void> => {
    // An answer that was on its way is of before it was said.
    await client.cancelQueries({ queryKey: feedbackKey(eventId) })
    client.setQueryData(feedbackKey(eventId), verdict)
  }
  return useMutation({
    mutationKey: givingKey(eventId),
    // The last one that was said is to be the last that is kept.
    scope: { id: `feedback ${eventId}` },
    mutationFn: (verdict: Feedback) =>
      valueOf(
        api.POST('/api/v1/events/{eventId}/feedback', { params: { path: { eventId } }, body: { verdict } }),
      ),
    onMutate: async (verdict) => {
      const before = client.getQueryData<Feedback | null>(feedbackKey(eventId))
      await show(verdict)
      return before
    },
    // A notice may have had it read meanwhile. What was said since then stays shown until its own answer is there.
    onSuccess: async (_answer, verdict) => {
      if (client.isMutating({ mutationKey: givingKey(eventId) }) <= 1) await show(verdict)
    },
    onError: (_error, _verdict, before) => client.setQueryData(feedbackKey(eventId), before ?? null),
  })
}
