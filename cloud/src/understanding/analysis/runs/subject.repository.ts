import type { Camera, Event, EventCategory, MonitoringSchedule } from '@sightline/protocol'
import { sql } from 'kysely'
import { isListed } from '../../../events/event.table.js'
import type { Db } from '../../../platform/database/handles.js'

/** The event that a run is about, with all that a question about it is made of. */
export interface SubjectRow {
  readonly id: string
  readonly is_listed: boolean
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

/** An event, one that is not listed too. */
export async function findSubject(db: Db, orgId: string, eventId: string): Promise<SubjectRow | undefined> {
  const { rows } = await sql<SubjectRow>`
    select events.id, ${isListed} as is_listed, events.clip_status, events.event_category, events.trigger_source,
      events.trigger_topic, events.raw_data, events.triggered_at, events.duration_sec, events.notes,
      cameras.name as camera_name, cameras.ai_analysis_mode,
      cameras.ai_pass_mode, cameras.ai_provider_override, cameras.ai_model_override,
      sites.name as site_name, sites.timezone, packs.instructions as pack,
      coalesce(focus.focus_text, '') as focus_text, coalesce(focus.ignore_guidance, '') as ignore_guidance,
      coalesce(focus.monitoring_schedule, '[]') as monitoring_schedule
    from events
    join cameras on cameras.org_id = events.org_id and cameras.id = events.camera_id
    join sites on sites.org_id = events.org_id and sites.id = events.site_id
    left join prompt_packs packs on packs.org_id = cameras.org_id and packs.id = cameras.prompt_pack_id
    left join lateral (
      select f.focus_text, f.ignore_guidance, f.monitoring_schedule from analysis_focus_versions f
      where f.org_id = events.org_id and f.camera_id = events.camera_id order by f.version desc limit 1
    ) focus on true
    where events.org_id = ${orgId} and events.id = ${eventId}`.execute(db)
  return rows[0]
}
