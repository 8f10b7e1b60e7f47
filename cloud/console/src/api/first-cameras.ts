import { valueOf } from '@sightline/client'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.js'

/**
 * A hundred cameras and how many there are, to be shown while all of them are on their way: ten thousand are a hundred answers.
 * @param isWanted whether they are on their way
 */
export const useFirstCameras = (isWanted: boolean) =>
  useQuery({
    queryKey: ['first-cameras'],
    enabled: isWanted,
    queryFn: async () => {
      const { data, total } = await valueOf(api.GET('/api/v1/cameras', { params: { query: { limit: 100 } } }))
      return { cameras: data.toSorted((one, other) => one.name.localeCompare(other.name)), total }
    },
  }).data
