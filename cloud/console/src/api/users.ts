import { type components, type FailedCall, valueOf } from '@sightline/client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Role } from '../session/session-user.js'
import { api } from './api.js'

export type User = components['schemas']['User']
/** A sign-in that still lives. */
export type UserSession = components['schemas']['UserSession']

const keys = {
  all: ['users'],
  list: ['users', 'list'],
  one: (id: string) => ['users', 'one', id],
  sessions: (id: string) => ['users', 'sessions', id],
  factors: (id: string) => ['users', 'second-factors', id],
} as const

/** As many as a page of the service holds. */
const limit = 100

/**
 * Everybody of the organisation, for admins, oldest account first. The first page is shown at once, and the others come by
 * themselves.
 */
export function useUsers() {
  const list = useInfiniteQuery({
    queryKey: keys.list,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/users', {
          params: { query: { limit, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return {
    users: list.data?.pages.flatMap((page) => page.data),
    /** How many there are, once the first page is there. */
    total: list.data?.pages[0]?.total ?? 0,
    isComplete: list.data !== undefined && !hasNextPage,
    isError,
    again: () => void (list.data ? list.fetchNextPage() : list.refetch()),
  }
}

/** One person, for admins. */
export const useUserOf = (id: string) =>
  useQuery({
    queryKey: keys.one(id),
    queryFn: () => valueOf(api.GET('/api/v1/users/{id}', { params: { path: { id } } })),
  })

/** Where somebody is signed in. */
export const useSessionsOf = (id: string) =>
  useQuery({
    queryKey: keys.sessions(id),
    queryFn: async () =>
      (await valueOf(api.GET('/api/v1/users/{id}/sessions', { params: { path: { id } } }))).data,
  })

/** By what somebody signs in beside their password. */
export const useSecondFactorsOf = (id: string) =>
  useQuery({
    queryKey: keys.factors(id),
    queryFn: () => valueOf(api.GET('/api/v1/users/{id}/second-factors', { params: { path: { id } } })),
  })

/** Whatever was done to people is read again. */
function useReadUsersAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: keys.all })
}

/** Who is invited. */
export interface Invitation {
  readonly email: string
  readonly display_name: string
  readonly role: Role
  readonly site_ids: string[]
}

export function useInvite() {
  const readAgain = useReadUsersAgain()
  return useMutation({
    mutationFn: (body: Invitation) => valueOf(api.POST('/api/v1/users', { body })),
    onSuccess: readAgain,
  })
}

/** A link by which somebody who never had a password sets one. */
export const useInvitationLink = () =>
  useMutation({
    mutationFn: (id: string) =>
      valueOf(api.POST('/api/v1/users/{id}/invitation-link', { params: { path: { id } } })),
  })

/** What of a person is changed. A viewer's sites go before their role: nobody sees more in between than before and after. */
export interface UserChange {
  readonly display_name?: string
  readonly role?: Role
  readonly enabled?: boolean
  readonly site_ids?: string[]
}

async function change(id: string, { site_ids, ...rest }: UserChange): Promise<void> {
  const params = { path: { id } }
  if (site_ids) await valueOf(api.PUT('/api/v1/users/{id}/site-access', { params, body: { site_ids } }))
  if (Object.keys(rest).length > 0) await valueOf(api.PATCH('/api/v1/users/{id}', { params, body: rest }))
}

export function useChangeUser(id: string) {
  const readAgain = useReadUsersAgain()
  return useMutation<void, FailedCall, UserChange>({
    mutationFn: (body) => change(id, body),
    onSettled: readAgain,
  })
}

export function useEndSessionOf(id: string) {
  const readAgain = useReadUsersAgain()
  return useMutation({
    mutationFn: (sid: string) =>
      valueOf(api.DELETE('/api/v1/users/{id}/sessions/{sid}', { params: { path: { id, sid } } })),
    onSettled: readAgain,
  })
}

/** Has a link to set a password mailed to somebody. */
export const useMailPassword = (id: string) =>
  useMutation({
    mutationFn: () => valueOf(api.POST('/api/v1/users/{id}/reset-password', { params: { path: { id } } })),
  })

export function useResetSecondFactor(id: string) {
  const readAgain = useReadUsersAgain()
  return useMutation({
    mutationFn: () =>
      valueOf(api.POST('/api/v1/users/{id}/reset-second-factor', { params: { path: { id } } })),
    onSettled: readAgain,
  })
}
