import type { AnalysisResult, Event, EventCategory } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'

/** An event with its names and the newest result that stands of it. */
export interface FactsRow {
  readonly id: string
  readonly camera_id: string
  readonly camera_name: string
  readonly site_id: string
  readonly site_name: string
  readonly timezone: string
  readonly event_category: EventCategory
  readonly trigger_source: Event['trigger_source']
  readonly trigger_topic: string
  readonly raw_data: Record<string, unknown>
  readonly triggered_at: Date
  readonly duration_sec: number | null
  readonly tags: string[]
  readonly summary: string | null
  readonly narrative: string | null
  readonly notes: string | null
  /** Null: no analysis was completed. */
  readonly result: AnalysisResult | null
}

/** Those of the events that there are, deleted ones too. */
export async function listFactsRows(db: Db, orgId: string, ids: readonly string[]): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    select e.id, e.camera_id, cameras.name as camera_name, e.site_id, sites.name as site_name, sites.timezone,
      e.event_category, e.trigger_source, e.trigger_topic, e.raw_data, e.triggered_at, e.duration_sec, e.tags,
      e.summary, e.narrative, e.notes, newest.result
    from events e
    join cameras on cameras.org_id = e.org_id and cameras.id = e.camera_id
    join sites on sites.org_id = e.org_id and sites.id = e.site_id
    left join lateral (
      select a.result from event_analyses a
      where a.org_id = e.org_id and a.event_id = e.id and a.status = 'completed'
      order by a.version desc limit 1
    ) newest on true
    where e.org_id = ${orgId} and e.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
