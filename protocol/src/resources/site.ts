import { z } from 'zod'
import { Id, Name, page, Timestamp } from './common.js'
import { Timezone } from './timezone.js'

export const Site = z
  .object({
    id: Id,
    name: Name,
    timezone: z.string().describe('IANA name'),
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
