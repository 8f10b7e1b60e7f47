import { valueOf } from '@sightline/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'
import type { Site } from './sites.js'

/** What is said of a site. */
export type SiteFields = Pick<Site, 'name' | 'timezone' | 'address'>

function useReadSitesAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['sites'] })
}

export function useCreateSite() {
  const readAgain = useReadSitesAgain()
  return useMutation({
    mutationFn: (body: SiteFields) => valueOf(api.POST('/api/v1/sites', { body })),
    onSuccess: readAgain,
  })
}

export function useChangeSite(id: string) {
  const readAgain = useReadSitesAgain()
  return useMutation({
    mutationFn: (body: Partial<SiteFields>) =>
      valueOf(api.PATCH('/api/v1/sites/{id}', { params: { path: { id } }, body })),
    onSettled: readAgain,
  })
}

export function useDeleteSite(id: string) {
  const readAgain = useReadSitesAgain()
  return useMutation({
    mutationFn: () => valueOf(api.DELETE('/api/v1/sites/{id}', { params: { path: { id } } })),
    onSuccess: readAgain,
  })
}
