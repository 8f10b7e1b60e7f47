import { type components, valueOf } from '@sightline/client'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type Organisation = components['schemas']['Organisation']

/** What of the organisation is changed here; how its events are analysed has a page of its own. */
export type OrganisationChange = Partial<
  Pick<
    Organisation,
    | 'name'
    | 'timezone'
    | 'clip_retention_days'
    | 'event_retention_days'
    | 'notification_window_sec'
    | 'require_second_factor'
  >
>

const key = ['organisation'] as const

/** The organisation as it is set up, for admins. */
export const useOrganisation = () =>
  useQuery({ queryKey: key, queryFn: () => valueOf(api.GET('/api/v1/organisation')) })

export function useChangeOrganisation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: OrganisationChange) => valueOf(api.PATCH('/api/v1/organisation', { body })),
    onSuccess: (saved) => {
      client.setQueryData(key, saved)
      void client.invalidateQueries({ queryKey: ['retention-preview'] })
    },
  })
}

/** How long clips and events are kept, in days. */
export interface RetentionDays {
  readonly clips: number
  readonly events: number
}

/** What the next daily removal would take away with these days; null: it is not asked. */
export const useRetentionPreview = (days: RetentionDays | null) =>
  useQuery({
    queryKey: ['retention-preview', days],
    enabled: days !== null,
    placeholderData: keepPreviousData,
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/organisation/retention-preview', {
          params: {
            query: { clip_retention_days: days?.clips ?? 1, event_retention_days: days?.events ?? 1 },
          },
        }),
      ),
  })
