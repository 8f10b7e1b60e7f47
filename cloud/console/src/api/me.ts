import { type components, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { session } from '../session/session.js'
import { api } from './api.js'

export type OwnSession = components['schemas']['UserSession']
export type PushDevice = components['schemas']['PushSubscription']

const keys = { sessions: ['me', 'sessions'], settings: ['me', 'push'], devices: ['me', 'devices'] } as const

/** Where this person is signed in. */
export const useOwnSessions = () =>
  useQuery({
    queryKey: keys.sessions,
    queryFn: async () => (await valueOf(api.GET('/api/v1/auth/sessions'))).data,
  })

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      valueOf(api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => void client.invalidateQueries({ queryKey: ['me'] }),
  })
}

/** Whether messages are available, and by which rules this person is sent some. */
export const usePushSettings = () =>
  useQuery({ queryKey: keys.settings, queryFn: () => valueOf(api.GET('/api/v1/push/settings')) })

/** The browsers of this person that are sent messages. */
export const usePushDevices = () =>
  useQuery({
    queryKey: keys.devices,
    queryFn: async () => (await valueOf(api.GET('/api/v1/push/subscriptions'))).data,
  })

export function useTakeDeviceAway() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      valueOf(api.DELETE('/api/v1/push/subscriptions/{id}', { params: { path: { id } } })),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.devices }),
  })
}

export const useTestDevice = () =>
  useMutation({
    mutationFn: (id: string) =>
      valueOf(api.POST('/api/v1/push/subscriptions/{id}/test', { params: { path: { id } } })),
  })

export const useRename = () =>
  useMutation({
    mutationFn: (name: string) => valueOf(api.PATCH('/api/v1/auth/me', { body: { display_name: name } })),
    onSuccess: () => session.reread(),
  })

export const useSetZone = () =>
  useMutation({
    mutationFn: (timezone: string) =>
      valueOf(api.PATCH('/api/v1/auth/me/preferences', { body: { timezone } })),
    onSuccess: () => session.reread(),
  })

/** Ends the person's other sign-ins, too. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { old_password: string; new_password: string }) =>
      valueOf(api.POST('/api/v1/auth/change-password', { body })),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.sessions }),
  })
}
