import { type components, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

/** A program with a key of its own. */
export type ServiceAccount = components['schemas']['ServiceAccount']
/** A key at the one time at which it is shown. */
export type ShownKey = components['schemas']['ApiKey']

const key = ['service-accounts'] as const

/** All of the organisation, for admins, those that are switched off too. */
export const useServiceAccounts = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await valueOf(api.GET('/api/v1/service-accounts'))).data,
  })

function useReadAccountsAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: key })
}

export interface NewAccount {
  readonly name: string
  readonly role: ServiceAccount['role']
  readonly site_ids: string[]
}

export function useCreateServiceAccount() {
  const readAgain = useReadAccountsAgain()
  return useMutation({
    mutationFn: (body: NewAccount) => valueOf(api.POST('/api/v1/service-accounts', { body })),
    onSuccess: readAgain,
  })
}

/** Another key in place of the one before, which is void at once. */
export function useRotateKey() {
  const readAgain = useReadAccountsAgain()
  return useMutation({
    mutationFn: (id: string) =>
      valueOf(api.POST('/api/v1/service-accounts/{id}/rotate-key', { params: { path: { id } } })),
    onSettled: readAgain,
  })
}

/** Refuses the key for good. */
export function useDisableServiceAccount() {
  const readAgain = useReadAccountsAgain()
  return useMutation({
    mutationFn: (id: string) =>
      valueOf(api.DELETE('/api/v1/service-accounts/{id}', { params: { path: { id } } })),
    onSettled: readAgain,
  })
}

/** What a viewer's key may see; not asked while `id` is null. */
export const useAccountSites = (id: string | null) =>
  useQuery({
    queryKey: [...key, 'sites', id],
    enabled: id !== null,
    queryFn: async () => {
      const params = { path: { id: id ?? '' } }
      return (await valueOf(api.GET('/api/v1/service-accounts/{id}/site-access', { params }))).site_ids
    },
  })

export function useSetAccountSites() {
  const readAgain = useReadAccountsAgain()
  return useMutation({
    mutationFn: ({ id, site_ids }: { id: string; site_ids: string[] }) =>
      valueOf(
        api.PUT('/api/v1/service-accounts/{id}/site-access', {
          params: { path: { id } },
          body: { site_ids },
        }),
      ),
    onSettled: readAgain,
  })
}
