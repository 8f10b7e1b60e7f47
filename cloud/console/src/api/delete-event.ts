import { valueOf } from '@sightline/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

/** Deletes an event, for admins. Lists and counts are read again. */
export function useDeleteEvent(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.DELETE('/api/v1/events/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      for (const key of ['events', 'timeline', 'alerts', 'recent-events'])
        void client.invalidateQueries({ queryKey: [key] })
    },
  })
}
