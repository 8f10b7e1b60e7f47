import { z } from 'zod'
import { toTimestamp } from '../database/parsing.js'
import type { KeyRing } from '../secrets/keys.js'
import { decodeCursor, type Page, toPage } from './page.js'

/** After what a page begins in a list that goes by a time, the latest first, and then by id. */
export interface TimePosition {
  readonly at: Date
  readonly id: string
}

/** The position, and the total that the first page counted. */
const Position = z.object({ at: z.iso.datetime(), id: z.uuid(), total: z.number() })

/** A list that goes by a time. */
interface ListByTime<Row extends { readonly id: string }, Item> {
  readonly keys: KeyRing
  /** Names the list and what its cursors depend on: organisation, filters. */
  readonly list: string
  readonly cursor: string | undefined
  readonly limit: number
  /** Reads up to `limit` rows after a position; null: from the first on. */
  readonly read: (after: TimePosition | null, limit: number) => Promise<readonly Row[]>
  /** Counts the whole list; asked for the first page alone. */
  readonly count: () => Promise<number>
  readonly timeOf: (row: Row) => Date
  readonly toItem: (row: Row) => Item
}

/** One page of a list that goes by a time, with the total of the list. @throws AppError invalid for a foreign cursor */
export async function pageByTime<Row extends { readonly id: string }, Item>({
  keys,
  list,
  cursor,
  limit,
  read,
  count,
  timeOf,
  toItem,
}: ListByTime<Row, Item>): Promise<Page<Item>> {
  const position = cursor === undefined ? null : decodeCursor(keys, list, cursor, Position)
  const rows = await read(position && { at: new Date(position.at), id: position.id }, limit + 1)
  const total = position?.total ?? (await count())
  const positionOf = (row: Row) => ({ at: toTimestamp(timeOf(row)), id: row.id, total })
  return toPage(rows, { limit, total, keys, list, positionOf, toItem })
}
