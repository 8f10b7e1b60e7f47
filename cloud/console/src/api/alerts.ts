import { type components, valueOf } from '@sightline/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from './api.js'

/** An alert as lists hold it, with what it is about. */
export type Alert = components['schemas']['AlertListItem']
export type AlertDetail = components['schemas']['AlertDetail']
export type AlertStatus = Alert['status']

/** Which alerts are looked for, beside their status. */
export interface AlertFilter {
  readonly site?: string | undefined
  readonly rule?: string | undefined
  /** The first and the last day, YYYY-MM-DD. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Those that one notification told of. */
  readonly group?: string | undefined
}

const pageSize = 50

/** The names by which the service takes a filter. */
const asked = ({ site, rule, from, to, group }: AlertFilter) => ({
  ...(site !== undefined && { site_id: site }),
  ...(rule !== undefined && { rule_id: rule }),
  ...(from !== undefined && { date_from: from }),
  ...(to !== undefined && { date_to: to }),
  ...(group !== undefined && { group_id: group }),
})

/** Alerts newest first, of one state or all (null), page by page as they are wanted. */
export const useAlerts = (status: AlertStatus | null, filter: AlertFilter = {}, enabled = true) =>
  useInfiniteQuery({
    queryKey: ['alerts', status, filter],
    enabled,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      valueOf(
        api.GET('/api/v1/alerts', {
          params: {
            query: {
              limit: pageSize,
              include: ['details'],
              ...(pageParam !== null && { cursor: pageParam }),
              ...(status !== null && { status }),
              ...asked(filter),
            },
          },
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** The events of the newest alerts that nobody took. */
export function useAlertedEvents(): ReadonlySet<string> {
  const { data } = useAlerts('new')
  return useMemo(
    () => new Set(data?.pages.flatMap((page) => page.data.flatMap(({ event_id: id }) => id ?? []))),
    [data],
  )
}

/** How many alerts nobody took, at a site or at all (null). */
export const useNewAlerts = (site: string | null = null) =>
  useQuery({
    queryKey: ['alerts', 'new', 'count', site],
    queryFn: async () => {
      const query = { status: 'new' as const, limit: 1, ...(site !== null && { site_id: site }) }
      return (await valueOf(api.GET('/api/v1/alerts', { params: { query } }))).total
    },
  })

export interface AlertsSince {
  readonly total: number
  readonly taken: number
}

/** How many alerts came since the begin of a day (YYYY-MM-DD), at a site or at all (null), and how many of them somebody took. */
export const useAlertsSince = (day: string, site: string | null) =>
  useQuery({
    queryKey: ['alerts', 'since', day, site],
    queryFn: async (): Promise<AlertsSince> => {
      const query = { date_from: day, ...(site !== null && { site_id: site }) }
      const { total, by_status: by } = await valueOf(api.GET('/api/v1/alerts/stats', { params: { query } }))
      return { total, taken: by.acknowledged + by.resolved }
    },
  })

export const alertKey = (id: string) => ['alert', id] as const

/** All of one alert. */
export const useAlert = (id: string) =>
  useQuery({
    queryKey: alertKey(id),
    queryFn: () => valueOf(api.GET('/api/v1/alerts/{id}', { params: { path: { id } } })),
  })

/** What happened to an alert so far, oldest first. */
export const useAlertTimeline = (id: string) =>
  useQuery({
    queryKey: [...alertKey(id), 'timeline'],
    queryFn: async () =>
      (await valueOf(api.GET('/api/v1/alerts/{id}/timeline', { params: { path: { id } } }))).entries,
  })
