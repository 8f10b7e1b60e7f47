import { z } from 'zod'
import { Id, Name, page, Timestamp } from './common.js'

/** An IANA time zone name that this runtime knows. */
export const Timezone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimezone, 'an IANA time zone such as Europe/Zurich')

/** Names found good. Asking for one costs a tenth of a millisecond, and every site of every answer is asked for. */
const known = new Set<string>()
/** Upper and lower case make many spellings of one zone. */
const mostKnown = 2_000

function isTimezone(name: string): boolean {
  if (known.has(name)) return true
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    if (timeZone === '') return false
    if (known.size < mostKnown) known.add(name)
    return true
  } catch {
    return false
  }
}

export const Site = z
  .object({
    id: Id,
    name: Name,
    timezone: Timezone,
    address: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Site' })

export const SiteCreate = z.object({
  name: Name,
  timezone: Timezone.default('UTC'),
  address: z.string().max(500).nullable().default(null),
})

/** At least one field. */
export const SitePatch = z
  .object({ name: Name, timezone: Timezone, address: z.string().max(500).nullable() })
  .partial()
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'no field to change')

export const SitePage = page(Site)

export type Site = z.infer<typeof Site>
export type SiteCreate = z.infer<typeof SiteCreate>
export type SitePatch = z.infer<typeof SitePatch>
