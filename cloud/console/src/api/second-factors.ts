import { type components, FailedCall, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { makePasskey } from '../second-factor/passkey-browser.js'
import { api } from './api.js'

export type SecondFactor = components['schemas']['SecondFactor']
export type TotpSecret = components['schemas']['TotpSecret']

const key = ['me', 'second-factors'] as const

/** By what this person signs in beside the password. */
export const useSecondFactors = () =>
  useQuery({ queryKey: key, queryFn: () => valueOf(api.GET('/api/v1/auth/second-factors')) })

export const useMakeTotp = () =>
  useMutation({
    mutationFn: (name: string) => valueOf(api.POST('/api/v1/auth/second-factors/totp', { body: { name } })),
  })

export function useConfirmTotp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      valueOf(
        api.POST('/api/v1/auth/second-factors/{id}/confirm', { params: { path: { id } }, body: { code } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Asks the service, then the browser, and keeps what it made. */
export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await valueOf(api.POST('/api/v1/auth/second-factors/passkey/options'))
      const response = await makePasskey(options)
      return valueOf(api.POST('/api/v1/auth/second-factors/passkey', { body: { name, response } }))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useRemoveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, password }: { id: string; password: string }) =>
      valueOf(
        api.POST('/api/v1/auth/second-factors/{id}/remove', { params: { path: { id } }, body: { password } }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useRenewRecoveryCodes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) =>
      valueOf(api.POST('/api/v1/auth/recovery-codes', { body: { password } })),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Why a call failed, by its code; null where the service did not answer. */
export const codeOf = (error: unknown): string | null =>
  error instanceof FailedCall ? error.error.code : null
