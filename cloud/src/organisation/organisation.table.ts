import type { Defaulted, InstantDefaultNow, JsonDefaulted } from '../platform/database/columns.js'

export interface OrganisationTable {
  id: string
  name: string
  timezone: Defaulted<string>
  clip_retention_days: Defaulted<number>
  event_retention_days: Defaulted<number>
  ai_settings: JsonDefaulted<Record<string, unknown>>
  created_at: InstantDefaultNow
}
