import { valueOf } from '@sightline/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'
import { type EventItem, eventKey } from './events.js'

/** The service takes so many at once. */
const mostAtOnce = 500

const write = {
  take: (ids: string[]) => api.POST('/api/v1/events/bulk-acknowledge', { body: { ids } }),
  delete: (ids: string[]) => api.POST('/api/v1/events/bulk-delete', { body: { ids } }),
}

/** What was done to how many, and how it is taken back. */
export interface ChangedEvents {
  /** Those that are so now; others were deleted meanwhile, or are of another site. */
  readonly done: number
  /** Those that were otherwise before become so again. @throws FailedCall at the first that is refused */
  readonly takeBack: () => Promise<void>
}

/** Takes or deletes several events at once. What shows them is read again, also where only some were done. */
export function useChangeEvents(deed: keyof typeof write) {
  const client = useQueryClient()
  const readAgain = (ids: readonly string[]): void => {
    for (const id of ids) void client.invalidateQueries({ queryKey: eventKey(id) })
    for (const key of ['events', 'timeline', 'alerts', 'recent-events'])
      void client.invalidateQueries({ queryKey: [key] })
  }
  return useMutation({
    scope: { id: 'events' },
    mutationFn: async (events: readonly EventItem[]): Promise<ChangedEvents> => {
      const ids = events.map(({ id }) => id)
      const done = new Set<string>()
      for (let from = 0; from < ids.length; from += mostAtOnce) {
        const { data } = await valueOf(write[deed](ids.slice(from, from + mostAtOnce)))
        for (const { id, outcome } of data) if (outcome === 'done') done.add(id)
      }
      const untaken = events.filter(({ id, acknowledged }) => !acknowledged && done.has(id))
      const takeBack = async (): Promise<void> => {
        try {
          for (const { id } of untaken) {
            const body = { acknowledged: false }
            await valueOf(api.PATCH('/api/v1/events/{id}', { params: { path: { id } }, body }))
          }
        } finally {
          readAgain(ids)
        }
      }
      return { done: done.size, takeBack }
    },
    onSettled: (_answer, _error, events) => readAgain(events.map(({ id }) => id)),
  })
}
