import { valueOf } from '@sightline/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from './api.js'

/** As many are shown. */
const limit = 5
/** Longer words the search of the service does not take. */
const longest = 200

/** The newest events with these words, at a site or at all (null). @param words null: none are looked for */
export const useEventsWithWords = (words: string | null, site: string | null) =>
  useQuery({
    queryKey: ['events', 'words', words, site],
    enabled: words !== null,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = { limit, q: (words ?? '').slice(0, longest), ...(site !== null && { site_id: site }) }
      return (await valueOf(api.GET('/api/v1/events', { params: { query } }))).data
    },
  })
