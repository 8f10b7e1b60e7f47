import type { PageWhenAskedQuery } from '@sightline/protocol'
import { z } from 'zod'
import type { Scope } from '../caller.js'
import type { KeyRing } from '../secrets/keys.js'
import { decodeCursor, encodeCursor } from './page.js'

/** Rows a page, where a cursor comes without a limit. */
const usual = 20

interface Placed {
  readonly id: string
  readonly created_at: Date
}

/** The last row of a page: its id, and its time in milliseconds since 1970. */
const Position = z.object({ id: z.string(), at: z.number() })

type Order = 'oldest first' | 'newest first'

/** What is shown of a list that fits into memory: all of it, or a page with what begins the next. */
interface Shown<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** Null on the last page; absent where no page was asked for. */
  readonly next_cursor?: string | null
}

/**
 * All rows, as lists answer that were published without pages; or the page that the query asks for.
 *
 * @param all in their order, by `created_at`
 * @param options.list names the list: a cursor is good for it alone, and for who sees the same
 * @throws AppError invalid for a foreign cursor
 */
export function pageWhenAsked<Row extends Placed>(
  all: readonly Row[],
  options: { keys: KeyRing; list: string; scope: Scope; query: PageWhenAskedQuery; order: Order },
): Shown<Row> {
  const { keys, query, order, scope } = options
  const list = `${options.list} ${scope.orgId} ${JSON.stringify(scope.siteIds?.toSorted() ?? null)}`
  const total = all.length
  if (query.limit === undefined && query.cursor === undefined) return { rows: all, total }
  const last = query.cursor === undefined ? null : decodeCursor(keys, list, query.cursor, Position)
  const begin = last === null ? 0 : placeAfter(all, last, order)
  const rows = all.slice(begin, begin + (query.limit ?? usual))
  const end = begin + rows.length < total ? rows.at(-1) : undefined
  const next = end && encodeCursor(keys, list, { id: end.id, at: end.created_at.getTime() })
  return { rows, total, next_cursor: next ?? null }
}

/** Where a page begins. If the row before it was removed meanwhile, its time says where it was. */
function placeAfter(all: readonly Placed[], last: z.infer<typeof Position>, order: Order): number {
  const known = all.findIndex(({ id }) => id === last.id)
  if (known >= 0) return known + 1
  const isLater = ({ created_at: at }: Placed) =>
    order === 'oldest first' ? at.getTime() >= last.at : at.getTime() <= last.at
  const later = all.findIndex(isLater)
  return later < 0 ? all.length : later
}
