import type { Defaulted, InstantDefaultNow, JsonDefaulted } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    organisations: OrganisationTable
    ai_provider_keys: AiProviderKeyTable
  }

  interface WorkerTables {
    organisations: Pick<OrganisationTable, 'id'>
  }
}

export interface OrganisationTable {
  id: string
  name: string
  timezone: Defaulted<string>
  clip_retention_days: Defaulted<number>
  event_retention_days: Defaulted<number>
  /** Alerts of one rule and subject within it are notified of together, after the first. */
  notification_window_sec: Defaulted<number>
  /** Signing in takes more than the password, of everybody. */
  require_second_factor: Defaulted<boolean>
  /** What was set; the rest has its default. */
  ai_settings: JsonDefaulted<StoredAiSettings>
  created_at: InstantDefaultNow
}

export interface StoredAiSettings {
  enabled?: boolean
  provider?: string | null
  model?: string | null
  /** Of the organisation's own endpoint for `provider`. */
  base_url?: string | null
  /** By model. */
  prices?: Record<string, { input: number; output: number }>
}

/** The key by which a provider of models is called for the organisation. */
export interface AiProviderKeyTable {
  org_id: string
  id: string
  provider: string
  /** Sealed by the secret box, field `ai_provider_keys.secret`. */
  secret: Buffer
  secret_key_id: string
  created_at: InstantDefaultNow
}
