import { valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lastActions } from '../frame/last-actions.js'
import { useInboxText } from '../text/use-inbox-text.js'
import { useNow } from '../time/use-now.js'
import { api } from './api.js'

const key = ['preferences']
const minuteMs = 60_000

interface Pause {
  /** Until when this person is left alone; null: they are told. */
  readonly until: Date | null
  /** Null: they are told again. */
  readonly set: (until: Date | null) => void
}

/** "Leave me alone until": alerts come into the inbox alone until then. */
export function usePause(): Pause {
  const text = useInboxText()
  const client = useQueryClient()
  const now = useNow(minuteMs)
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await valueOf(api.GET('/api/v1/auth/me'))).preferences,
  })
  const change = useMutation({
    mutationFn: (until: Date | null) => put(until),
    onSuccess: (preferences, until) => {
      const before = data?.notifications_paused_until
      client.setQueryData(key, preferences)
      lastActions.remember({
        said: until === null ? text.toldAgain : text.leftAlone,
        takeBack: async () => client.setQueryData(key, await put(before ? new Date(before) : null)),
      })
    },
    onError: () => lastActions.say(text.pauseFailed),
  })
  const until = new Date(data?.notifications_paused_until ?? Number.NaN)
  return { until: until > now ? until : null, set: change.mutate }
}

const put = (until: Date | null) =>
  valueOf(
    api.PATCH('/api/v1/auth/me/preferences', {
      body: { notifications_paused_until: until?.toISOString() ?? null },
    }),
  )
