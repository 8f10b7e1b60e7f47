import type { EventCategory } from '@sightline/protocol'
import type { Instant } from '../../platform/database/columns.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    event_texts: EventTextTable
  }
}

/**
 * The words of an event that has any. A trigger on `events` writes it with whatever changes them, and takes it away
 * with a deletion; nothing else does. It is read under a search only (platform/text/full-text.repository.ts).
 */
interface EventTextTable {
  org_id: string
  event_id: string
  site_id: string
  camera_id: string
  event_category: EventCategory
  triggered_at: Instant
  /** A tsvector: words as written and their English stems. Tags weigh A, summary and notes B, narrative C, category D. */
  document: string
}
