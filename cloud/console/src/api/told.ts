import { valueOf } from '@sightline/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from './api.js'

/** Alerts that were told of together, newest first, for admins. @param ruleId null: of every rule */
export const useToldGroups = (ruleId: string | null) =>
  useInfiniteQuery({
    queryKey: ['told', ruleId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/admin/notification-groups', {
          params: {
            query: {
              limit: 30,
              ...(ruleId !== null && { rule_id: ruleId }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** What became of each alert of a group for each person and channel; the first hundred. */
export const useDecisions = (groupId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['told', 'decisions', groupId],
    enabled: isWanted,
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/admin/notification-groups/{id}/decisions', {
          params: { path: { id: groupId }, query: { limit: 100 } },
        }),
      ),
  })
