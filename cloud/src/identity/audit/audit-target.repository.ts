import { sql } from 'kysely'
import type { Db } from '../../platform/database/handles.js'

/** How something that an entry names is called now. */
export interface AuditTargetNow {
  readonly id: string
  readonly name: string
  /** Of what happened at a camera: when. */
  readonly at: Date | null
}

/**
 * What is known now of those things of which entries tell; those that are gone are left out. Their ids are enough, for no two
 * things have the same. Of an event and what came of it the name is that of its camera.
 */
export async function listAuditTargets(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<AuditTargetNow[]> {
  if (ids.length === 0) return []
  const wanted = sql`any(${[...ids]}::uuid[])`
  const { rows } = await sql<AuditTargetNow>`/* name: audit_targets */
    select id, name, null::timestamptz as at from cameras where org_id = ${orgId} and id = ${wanted}
    union all select id, name, null from gateways where org_id = ${orgId} and id = ${wanted}
    union all select id, name, null from sites where org_id = ${orgId} and id = ${wanted}
    union all select id, name, null from webhooks where org_id = ${orgId} and id = ${wanted}
    union all select id, name, null from alert_rules where org_id = ${orgId} and id = ${wanted}
    union all select id, name, null from prompt_packs where org_id = ${orgId} and id = ${wanted}
    union all select id, name, null from service_accounts where org_id = ${orgId} and id = ${wanted}
    union all select id, display_name, null from users where org_id = ${orgId} and id = ${wanted}
    union all select id, name, null from organisations where id = ${orgId} and id = ${wanted}
    union all select events.id, cameras.name, events.triggered_at from events
      join cameras on cameras.org_id = events.org_id and cameras.id = events.camera_id
      where events.org_id = ${orgId} and events.id = ${wanted}
    union all select event_shares.id, cameras.name, events.triggered_at from event_shares
      join events on events.org_id = event_shares.org_id and events.id = event_shares.event_id
      join cameras on cameras.org_id = events.org_id and cameras.id = events.camera_id
      where event_shares.org_id = ${orgId} and event_shares.id = ${wanted}
    union all select alerts.id, coalesce(cameras.name, gateways.name), alerts.triggered_at from alerts
      left join cameras on cameras.org_id = alerts.org_id and cameras.id = alerts.camera_id
      left join gateways on gateways.org_id = alerts.org_id and gateways.id = alerts.gateway_id
      where alerts.org_id = ${orgId} and alerts.id = ${wanted} and coalesce(cameras.name, gateways.name) is not null`.execute(
    db,
  )
  return rows
}
