import type { GatewayStatus, Heartbeat, Telemetry } from '@sightline/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { keepFigures } from '../figures/figure-history.repository.js'

/** A gateway by its organisation and id. */
interface GatewayKey {
  readonly orgId: string
  readonly gatewayId: string
}

/** What a gateway says of itself when a session begins. */
export interface SessionFacts {
  version: string
  localIp: string | null
  capabilities: readonly string[]
  /** What the gateway's clock shows, asked when the statement is made. */
  gatewayNow: () => number
  clockSynced: boolean | null
}

/**
 * How far PostgreSQL's clock is ahead of a gateway's. Not this node's: a gateway that is right must not agree with a
 * PostgreSQL that is wrong only because its node is right too.
 */
const offsetFrom = (gatewayNowMs: number): RawBuilder<number> =>
  sql<number>`extract(epoch from statement_timestamp())::float8 * 1000 - ${gatewayNowMs}::float8`

export async function saveSessionBegun(
  tx: Tx,
  { orgId, gatewayId }: GatewayKey,
  status: GatewayStatus,
  facts: SessionFacts,
): Promise<void> {
  await tx
    .updateTable('gateways')
    .set({
      status,
      version: facts.version,
      local_ip: facts.localIp,
      capabilities: [...facts.capabilities],
      clock_offset_ms: offsetFrom(facts.gatewayNow()),
      clock_synced: facts.clockSynced,
      // What it tells now may be as old as this. A line that breaks again while it tells makes that no shorter.
      away_sec: sql<number>`greatest(extract(epoch from now() - last_heartbeat_at)::float8,
        case when back_at > now() - interval '1 day' then away_sec end, 0)`,
      back_at: sql<Date>`now()`,
      last_heartbeat_at: sql<Date>`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', gatewayId)
    .execute()
}

/** What a heartbeat says that is kept. */
export interface HeartbeatFacts {
  /** What the gateway's clock shows, asked when the statement is made. */
  readonly gatewayNow: () => number
  readonly synced: boolean | null
  readonly storage: Heartbeat['storage']
  readonly losses: Heartbeat['losses']
}

/**
 * Stores what a heartbeat says.
 * @returns what the session must know; undefined if the gateway is gone or its key is no more, which a session that missed
 *   the notice of it learns here
 */
export async function saveHeartbeat(
  db: Db,
  { orgId, gatewayId, keyId }: GatewayKey & { keyId: string },
  facts: HeartbeatFacts,
): Promise<{ status: GatewayStatus; configRevision: number } | undefined> {
  const row = await db
    .updateTable('gateways')
    .set({
      last_heartbeat_at: sql<Date>`now()`,
      clock_offset_ms: offsetFrom(facts.gatewayNow()),
      clock_synced: facts.synced,
      ...(facts.storage && { storage: JSON.stringify(facts.storage) }),
      ...(facts.losses && { losses: JSON.stringify(facts.losses) }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .where((of) =>
      of.exists(
        of
          .selectFrom('gateway_keys')
          .select('id')
          .where('org_id', '=', orgId)
          .where('id', '=', keyId)
          .where('revoked_at', 'is', null),
      ),
    )
    .returning(['status', 'config_revision'])
    .executeTakeFirst()
  return row && { status: row.status, configRevision: row.config_revision }
}

export async function saveStatus(tx: Tx, orgId: string, id: string, status: GatewayStatus): Promise<void> {
  await tx.updateTable('gateways').set({ status }).where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** Adds one entry to the gateway's diagnostics. */
export async function saveDiagnostic(
  tx: Tx,
  { orgId, gatewayId }: GatewayKey,
  name: string,
  value: Record<string, unknown>,
): Promise<void> {
  await tx
    .updateTable('gateways')
    .set({ diagnostics: sql<string>`diagnostics || ${JSON.stringify({ [name]: value })}::jsonb` })
    .where('org_id', '=', orgId)
    .where('id', '=', gatewayId)
    .execute()
}

/** The newest report replaces the one before. What it says of cameras that are not the gateway's is left out. */
export async function saveTelemetry(
  db: Db,
  orgId: string,
  gatewayId: string,
  report: Telemetry,
): Promise<void> {
  const own = await db
    .selectFrom('cameras')
    .select('id')
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('deleted_at', 'is', null)
    .execute()
  const ids = new Set(own.map(({ id }) => id))
  const states = Object.entries(report.camera_recording_status).filter(([id]) => ids.has(id))
  const figures = {
    cpu_percent: report.cpu_percent,
    memory_mb: report.memory_mb,
    disk_free_mb: report.disk_free_mb,
    upstream_mbps: report.network_throughput.upstream_mbps,
    downstream_mbps: report.network_throughput.downstream_mbps,
    camera_recording_status: JSON.stringify(Object.fromEntries(states)),
    cpu_count: report.cpu_count ?? null,
    waiting_clips: report.waiting?.clips ?? null,
    waiting_mb: report.waiting?.mb ?? null,
    waiting_oldest_at: report.waiting?.oldest_at ? new Date(report.waiting.oldest_at) : null,
    recorded_mb: report.recorded?.mb ?? null,
    recorded_sec: report.recorded?.sec ?? null,
    upload_obstacle: report.upload_obstacle ? JSON.stringify(report.upload_obstacle) : null,
    reported_at: sql<Date>`now()`,
  }
  await db
    .insertInto('gateway_telemetry')
    .values({ org_id: orgId, gateway_id: gatewayId, ...figures })
    .onConflict((conflict) => conflict.columns(['org_id', 'gateway_id']).doUpdateSet(figures))
    .execute()
  await keepFigures(db, orgId, gatewayId, report)
}
