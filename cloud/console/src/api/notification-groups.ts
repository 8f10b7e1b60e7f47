import { type components, valueOf } from '@sightline/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from './api.js'

export type NotificationGroup = components['schemas']['NotificationGroup']
export type Decision = components['schemas']['NotificationDecision']
export type Outcome = Decision['outcome']

const pageSize = 20

/** Alerts that were told of together, newest first. */
export const useGroups = () =>
  useInfiniteQuery({
    // Each alert changes them, and notices tell of alerts.
    queryKey: ['alerts', 'notification-groups'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/admin/notification-groups', {
          params: { query: { limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** Who was told of the alerts of a group, who was not, and why. */
export const useDecisions = (groupId: string) =>
  useQuery({
    queryKey: ['alerts', 'notification-groups', groupId],
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/admin/notification-groups/{id}/decisions', {
          params: { path: { id: groupId }, query: { limit: 100 } },
        }),
      ),
  })

/** In which hours a rule tells nobody, and the like. */
export const useQuiet = (ruleId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['alert-rules', ruleId, 'no-big-deal'],
    enabled: isWanted,
    queryFn: () => valueOf(api.GET('/api/v1/alert-rules/{id}/nbd', { params: { path: { id: ruleId } } })),
  })
