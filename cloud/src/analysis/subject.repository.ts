import type { Camera, Event, EventCategory, MonitoringSchedule } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.js'

/** The event that a run is about, with all that a question about it is made of. */
export interface SubjectRow {
  readonly id: string
  readonly deleted_at: Date | null
  readonly clip_status: Event['clip_status']
  readonly event_category: EventCategory
  readonly trigger_source: Event['trigger_source']
  readonly trigger_topic: string
  readonly raw_data: Record<string, unknown>
  readonly triggered_at: Date
  readonly duration_sec: number | null
  readonly notes: string | null
  readonly camera_name: string
  readonly ai_analysis_mode: Camera['ai_analysis_mode']
  readonly ai_pass_mode: Camera['ai_pass_mode']
  readonly ai_provider_override: string | null
  readonly ai_model_override: string | null
  readonly site_name: string
  readonly timezone: string
  readonly pack: string | null
  readonly focus_text: string
  readonly ignore_guidance: string
  readonly monitoring_schedule: MonitoringSchedule
}

/** An event, a deleted one too. */
export async function findSubject(db: Db, orgId: string, eventId: string): Promise<SubjectRow | undefined> {
  const { rows } = await sql<SubjectRow>`
    select e.id, e.deleted_at, e.clip_status, e.event_category, e.trigger_source, e.trigger_topic, e.raw_data,
      e.triggered_at, e.duration_sec, e.notes, cameras.name as camera_name, cameras.ai_analysis_mode,
      cameras.ai_pass_mode, cameras.ai_provider_override, cameras.ai_model_override,
      sites.name as site_name, sites.timezone, packs.instructions as pack,
      coalesce(focus.focus_text, '') as focus_text, coalesce(focus.ignore_guidance, '') as ignore_guidance,
      coalesce(focus.monitoring_schedule, '[]') as monitoring_schedule
    from events e
    join cameras on cameras.org_id = e.org_id and cameras.id = e.camera_id
    join sites on sites.org_id = e.org_id and sites.id = e.site_id
    left join prompt_packs packs on packs.org_id = cameras.org_id and packs.id = cameras.prompt_pack_id
    left join lateral (
      select f.focus_text, f.ignore_guidance, f.monitoring_schedule from analysis_focus_versions f
      where f.org_id = e.org_id and f.camera_id = e.camera_id order by f.version desc limit 1
    ) focus on true
    where e.org_id = ${orgId} and e.id = ${eventId}`.execute(db)
  return rows[0]
}
