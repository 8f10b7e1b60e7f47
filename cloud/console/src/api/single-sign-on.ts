import { type components, type paths, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'

export type SingleSignOnSetting = components['schemas']['SingleSignOnSetting']
export type SingleSignOnBody = NonNullable<
  paths['/api/v1/organisation/single-sign-on']['put']['requestBody']
>['content']['application/json']
export type SignInGroup = components['schemas']['SignInGroup']

const key = ['single-sign-on'] as const

/** The issuer by which people sign in, for owners. */
export const useSingleSignOn = () =>
  useQuery({ queryKey: key, queryFn: () => valueOf(api.GET('/api/v1/organisation/single-sign-on')) })

export function useSetSingleSignOn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SingleSignOnBody) => valueOf(api.PUT('/api/v1/organisation/single-sign-on', { body })),
    onSuccess: (saved) => client.setQueryData(key, saved),
  })
}

export function useRemoveSingleSignOn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => valueOf(api.DELETE('/api/v1/organisation/single-sign-on')),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Asks an issuer what it says of itself. */
export const useTestIssuer = () =>
  useMutation({
    mutationFn: (issuer: string) =>
      valueOf(api.POST('/api/v1/organisation/single-sign-on/test', { body: { issuer } })),
  })
