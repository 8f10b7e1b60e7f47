import { FailedCall, valueOf } from '@sightline/client'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { serviceNow } from '../time/service-clock.js'
import { api } from './api.js'
import type { EventItem } from './events.js'
import { merged, mostRecent, recentMs } from './merge-recent.js'

/** What happened lately, and where to go on reading. */
export interface Recent {
  /** Newest first, each with the state of its clip. */
  readonly events: readonly EventItem[]
  /** `updated_since` for the next time. */
  readonly token: string | null
  /** The bound with which the list began: the token is good with the same filter alone. */
  readonly from: string
}

const pageSize = 100
const mostPages = mostRecent / pageSize
const keyOf = (site: string | null) => ['events', 'recent', site] as const

/** The events of the last two hours, of a site or all (null). After the first time only what changed is read. */
export const useRecentEvents = (site: string | null) => {
  const client = useQueryClient()
  return useQuery({ queryKey: keyOf(site), queryFn: () => readRecent(client, site) })
}

async function readRecent(client: QueryClient, site: string | null): Promise<Recent> {
  const before = client.getQueryData<Recent>(keyOf(site))
  if (!before?.token) return readAll(site)
  try {
    return await readChanges(before, { site, since: before.token })
  } catch (error) {
    // What changed is not known any more, or somebody sees something else now.
    if (error instanceof FailedCall && error.error.status < 500) return readAll(site)
    throw error
  }
}

async function readAll(site: string | null): Promise<Recent> {
  const from = new Date(serviceNow() - recentMs).toISOString()
  const { events, token } = await readPages({ site, from, since: 'start' })
  return { events, token, from }
}

async function readChanges(
  before: Recent,
  { site, since }: { site: string | null; since: string },
): Promise<Recent> {
  const { events, removed, token } = await readPages({ site, from: before.from, since })
  return { events: merged(before.events, events, removed), token: token ?? since, from: before.from }
}

/** What is read: of a site or all, since a moment, and of it what changed since a token. */
interface Wanted {
  readonly site: string | null
  readonly from: string
  readonly since: string
}

async function readPages(wanted: Wanted) {
  const events: EventItem[] = []
  const removed: string[] = []
  let token: string | null = null
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const answer: Awaited<ReturnType<typeof readPage>> = await readPage(wanted, cursor)
    events.push(...answer.data)
    removed.push(...(answer.removed ?? []))
    token ??= answer.next_updated_since ?? null
    cursor = answer.next_cursor
    if (cursor === null) break
  }
  return { events, removed, token }
}

const readPage = ({ site, from, since }: Wanted, cursor: string | null) =>
  valueOf(
    api.GET('/api/v1/events', {
      params: {
        query: {
          limit: pageSize,
          include: ['clip'],
          date_from: from,
          updated_since: since,
          ...(site !== null && { site_id: site }),
          ...(cursor !== null && { cursor }),
        },
      },
    }),
  )
