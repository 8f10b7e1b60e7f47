import { type components, valueOf } from '@sightline/client'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.js'

export type Why = components['schemas']['EventWhy']
export type WhyRule = components['schemas']['WhyRule']

/** Why somebody was told of an event, or why not, rule by rule. */
export const useWhy = (eventId: string) =>
  useQuery({
    queryKey: ['why', eventId],
    queryFn: () => valueOf(api.GET('/api/v1/events/{id}/why', { params: { path: { id: eventId } } })),
  })
