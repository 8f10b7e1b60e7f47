import { z } from 'zod'

/** Identifier of any resource. */
export const Id = z.uuid().describe('UUID')

/** True for text that begins with a year that a clock can mean: 1970 to 2200. */
export function hasPlausibleYear(text: string): boolean {
  const year = Number(text.slice(0, 4))
  return year >= 1970 && year <= 2200
}

/** RFC 3339 in UTC, with milliseconds, of the years 1970 to 2200: `2026-01-31T08:15:30.123Z`. */
export const Timestamp = z.iso
  .datetime({ offset: false, precision: 3 })
  .refine(hasPlausibleYear, 'a year from 1970 to 2200')
  .describe('RFC 3339, UTC')

/**
 * A moment that the service worked out from one that was given: the begin of a day, or a month before. It may lie
 * outside the years that may be given. RFC 3339 in UTC, with milliseconds.
 */
export const DerivedTimestamp = z.iso.datetime({ offset: false, precision: 3 }).describe('RFC 3339, UTC')

/** Path parameters of a route about one resource. */
export const ById = z.object({ id: Id })

/** A name a person gives to a camera, a gateway or themselves: 1 to 100 characters, not only blanks. */
export const Name = z.string().trim().min(1).max(100)

/** Query of a paginated list (interface: Conventions). */
export const PageQuery = z.object({
  cursor: z.string().max(512).optional().describe('`next_cursor` of the page before'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Items a page, 1 to 100'),
})

export type PageQuery = z.infer<typeof PageQuery>

/** A page of `item`s. `total` counts all items that the filter and the caller's scope admit. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    next_cursor: z.string().nullable(),
    total: z.number().int().min(0),
  })
}

/** The answer of an action that returns nothing else. */
export const Message = z.object({ message: z.string() })

/** A SHA-256 digest: 64 lower-case hexadecimal digits. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits')

/** A query flag: `true` or `false`. */
export const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Who did something: kept with its name at that time, so that history survives the actor. */
export const Actor = z.object({
  kind: z.enum(['user', 'service_account', 'gateway', 'operator', 'system']),
  id: Id.nullable(),
  name: z.string(),
})

export type Actor = z.infer<typeof Actor>
