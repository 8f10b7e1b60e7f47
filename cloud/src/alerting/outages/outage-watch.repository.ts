import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/database/handles.js'
import { heldBy } from '../../platform/work/held-row.js'
import type { OutageWatchTable } from './outage.table.js'

/** A watched camera or gateway, and the time by the database's clock, which is one for all nodes. */
export type WatchRow = Selectable<OutageWatchTable> & { readonly now: Date }

/** The row, if `worker` still holds it; locked, so that the status of what it watches cannot change meanwhile. */
export function lockWatch(tx: Tx, orgId: string, id: string, worker: string): Promise<WatchRow | undefined> {
  return tx
    .selectFrom('outage_watch')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where((is) => is.and(heldBy({ orgId, id, worker })))
    .forUpdate()
    .executeTakeFirst()
}

/** Ends a check: until the next change, or until `nextAt`. */
export async function settleWatch(tx: Tx, watch: WatchRow, nextAt: Date | null): Promise<void> {
  await tx
    .updateTable('outage_watch')
    .set({
      ...(nextAt === null ? { status: 'settled' as const } : { next_at: nextAt }),
      lease_until: null,
      worker: null,
    })
    .where('org_id', '=', watch.org_id)
    .where('id', '=', watch.id)
    .execute()
}

/** A camera as its outage is judged. */
interface WatchedCamera {
  readonly name: string
  readonly site_id: string
  readonly status: string
  readonly enabled: boolean
  /** Null in direct mode. */
  readonly gateway_status: string | null
  readonly gateway_up_since: Date | null
  /** When its open session was last heard. */
  readonly gateway_seen_at: Date | null
}

/** The camera, if it is not deleted. */
export function findWatchedCamera(tx: Tx, orgId: string, id: string): Promise<WatchedCamera | undefined> {
  return tx
    .selectFrom('cameras as c')
    .leftJoin('gateways as g', (on) =>
      on.onRef('g.org_id', '=', 'c.org_id').onRef('g.id', '=', 'c.gateway_id'),
    )
    .leftJoin('outage_watch as w', (on) => on.onRef('w.org_id', '=', 'g.org_id').onRef('w.id', '=', 'g.id'))
    .leftJoin('gateway_sessions as s', (on) =>
      on.onRef('s.org_id', '=', 'g.org_id').onRef('s.gateway_id', '=', 'g.id').on('s.closed_at', 'is', null),
    )
    .select(['c.name', 'c.site_id', 'c.status', 'c.enabled'])
    .select(['g.status as gateway_status', 'w.up_since as gateway_up_since', 's.seen_at as gateway_seen_at'])
    .where('c.org_id', '=', orgId)
    .where('c.id', '=', id)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The gateway, if it is not deleted. */
export function findWatchedGateway(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ name: string; site_id: string; status: string } | undefined> {
  return tx
    .selectFrom('gateways')
    .select(['name', 'site_id', 'status'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The cameras of a gateway that are switched on. */
export async function listCamerasOf(tx: Tx, orgId: string, gatewayId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('cameras')
    .select('id')
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Has those of the cameras that are down checked from `at` on. */
export async function checkCamerasFrom(tx: Tx, orgId: string, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('outage_watch')
    .set({ status: 'pending', next_at: at, lease_until: null, worker: null })
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('down_since', 'is not', null)
    .execute()
}

/** The rules with an alert about an outage of this camera or gateway that lasts. */
export async function listRulesOfOutage(tx: Tx, orgId: string, subjectId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('alerts')
    .select('rule_id')
    .where('org_id', '=', orgId)
    .where(sql`coalesce(camera_id, gateway_id)`, '=', subjectId)
    .where('outage_lasts', '=', true)
    .execute()
  return rows.map((row) => row.rule_id)
}
