import { z } from 'zod'
import { hasPlausibleYear, plausibleYear } from './moment.js'

/** What the OpenAPI document says of a field that came later than its resource: the version that brought it. */
export const since = (version: `v${number}.${number}`): { 'x-since': string } => ({ 'x-since': version })

/** Identifier of any resource. */
export const Id = z.uuid().describe('UUID')

/** RFC 3339 in UTC, with milliseconds, of the years 1970 to 2200: `2026-01-31T08:15:30.123Z`. */
export const Timestamp = z.iso
  .datetime({
    offset: false,
    precision: 3,
    error: 'RFC 3339 in UTC with milliseconds, such as 2026-01-31T08:15:30.123Z',
  })
  .refine(hasPlausibleYear, plausibleYear)
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

/** Query of a list that was published without pages: all of it, unless one of these is given. */
export const PageWhenAskedQuery = z.object({
  cursor: z.string().max(512).optional().describe('`next_cursor` of the page before').meta(since('v1.4')),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Items a page, 1 to 100; without it and without a cursor all are listed')
    .meta(since('v1.4')),
})

export type PageWhenAskedQuery = z.infer<typeof PageWhenAskedQuery>

/** The answer to it. `total` counts all items that the caller's scope admits. */
export function pageWhenAsked<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    total: z.number().int().min(0),
    next_cursor: z
      .string()
      .nullable()
      .optional()
      .describe('Where the next page begins; only where a page was asked for')
      .meta(since('v1.4')),
  })
}

/** What changed in a list since an answer before. */
export const UpdatedSince = z
  .string()
  .min(1)
  .max(16_384)
  .optional()
  .describe(
    '`start`, or `next_updated_since` of an answer before: what changed since then, whenever it was committed. 410 if that is not known any more: read everything again, from `start`',
  )
  .meta(since('v1.4'))

/** A page of `item`s that can be followed by `updated_since`; both fields come with it alone. */
export function followedPage<T extends z.ZodType>(item: T) {
  return page(item).extend({
    removed: z
      .array(Id)
      .optional()
      .describe('Deleted, or out of your sight or the filter since')
      .meta(since('v1.4')),
    next_updated_since: z
      .string()
      .nullable()
      .optional()
      .describe('On the first page; send it once all pages are read')
      .meta(since('v1.4')),
  })
}

/** The answer of an action that returns nothing else. */
export const Message = z.object({ message: z.string() })

/** A SHA-256 digest: 64 lower-case hexadecimal digits. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits')

/** A query flag: `true` or `false`. */
export const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** A query parameter that is given once or several times, `camera_ids=a&camera_ids=b`: 1 to `most` values, each once. */
export function queryList<T extends z.ZodType>(item: T, most: number) {
  return z
    .union([z.array(item).min(1).max(most), item.transform((one) => [one])])
    .transform((given) => [...new Set(given)])
}

/** Who did something: kept with its name at that time, so that history survives the actor. */
export const Actor = z.object({
  kind: z.enum(['user', 'service_account', 'gateway', 'operator', 'system']),
  id: Id.nullable(),
  name: z.string(),
})

export type Actor = z.infer<typeof Actor>
