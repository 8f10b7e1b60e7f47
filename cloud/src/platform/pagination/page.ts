import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { invalid } from '../errors.js'
import type { KeyRing } from '../secrets/keys.js'

/**
 * A cursor is the position after which the next page begins, as JSON, authenticated: nobody can make one,
 * and one list's cursor is refused by another. `list` names the list and whatever its cursors depend on,
 * such as its filters.
 */
export function encodeCursor(keys: KeyRing, list: string, position: unknown): string {
  const body = Buffer.from(JSON.stringify(position))
  return Buffer.concat([macOf(keys.current('cursor').bytes, list, body), body]).toString('base64url')
}

/** @throws AppError invalid if the cursor was not made by `encodeCursor` for this list. */
export function decodeCursor<T extends z.ZodType>(
  keys: KeyRing,
  list: string,
  cursor: string,
  position: T,
): z.infer<T> {
  const bytes = Buffer.from(cursor, 'base64url')
  const mac = bytes.subarray(0, macBytes)
  const body = bytes.subarray(macBytes)
  const genuine =
    mac.length === macBytes &&
    keys.all('cursor').some((key) => timingSafeEqual(macOf(key.bytes, list, body), mac))
  const parsed = genuine ? position.safeParse(JSON.parse(body.toString('utf8'))) : undefined
  if (!parsed?.success) throw invalid('cursor: use the next_cursor of the page before, with the same filters')
  return parsed.data
}

const macBytes = 16

function macOf(key: Buffer, list: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(list).update('\0').update(body).digest().subarray(0, macBytes)
}

/** A page as the interface shows it. */
export interface Page<T> {
  data: T[]
  next_cursor: string | null
  total: number
}

/**
 * Makes a page of rows read with `limit + 1`: the one too many says that another page follows, and `positionOf`
 * the last row shown is where it begins.
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  options: {
    limit: number
    total: number
    keys: KeyRing
    list: string
    positionOf: (row: Row) => unknown
    toItem: (row: Row) => Item
  },
): Page<Item> {
  const shown = rows.slice(0, options.limit)
  const last = shown.at(-1)
  const more = rows.length > options.limit && last !== undefined
  return {
    data: shown.map(options.toItem),
    next_cursor: more ? encodeCursor(options.keys, options.list, options.positionOf(last)) : null,
    total: options.total,
  }
}
