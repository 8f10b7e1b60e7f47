import type { Telemetry } from '@sightline/protocol'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/handles.js'
import type { GatewayHistoryTable } from '../gateway.table.js'

/** One point of the history stands for so many seconds. */
export const stepSec = 300
/** Points that are kept of a gateway: two days. */
export const keptPoints = 576

export type FiguresThen = Pick<
  Selectable<GatewayHistoryTable>,
  'at' | 'cpu_percent' | 'waiting_clips' | 'waiting_mb' | 'upstream_mbps'
>

/** Adds a report to the five minutes in which it came: the most of them stays. */
export async function keepFigures(
  db: Db,
  orgId: string,
  gatewayId: string,
  { cpu_percent, waiting, network_throughput: { upstream_mbps } }: Telemetry,
): Promise<void> {
  const begun = sql<Date>`date_bin(make_interval(secs => ${stepSec}::integer), now(), 'epoch'::timestamptz)`
  await sql`
    insert into gateway_history as kept
      (org_id, gateway_id, place, at, cpu_percent, waiting_clips, waiting_mb, upstream_mbps)
    select ${orgId}, ${gatewayId}, (extract(epoch from begun) / ${stepSec}::integer)::bigint % ${keptPoints}::integer,
      begun, ${cpu_percent}::real, ${waiting?.clips ?? null}::integer, ${waiting?.mb ?? null}::real, ${upstream_mbps}::real
    from (select ${begun} as begun) as step
    on conflict (org_id, gateway_id, place) do update set
      at = excluded.at,
      cpu_percent = greatest(excluded.cpu_percent, case when kept.at = excluded.at then kept.cpu_percent end),
      waiting_clips = greatest(excluded.waiting_clips, case when kept.at = excluded.at then kept.waiting_clips end),
      waiting_mb = greatest(excluded.waiting_mb, case when kept.at = excluded.at then kept.waiting_mb end),
      upstream_mbps = greatest(excluded.upstream_mbps, case when kept.at = excluded.at then kept.upstream_mbps end)`.execute(
    db,
  )
}

/** What was kept of a gateway from then on, oldest first. */
export async function listFigures(
  db: Db,
  orgId: string,
  gatewayId: string,
  from: Date,
): Promise<FiguresThen[]> {
  return db
    .selectFrom('gateway_history')
    .select(['at', 'cpu_percent', 'waiting_clips', 'waiting_mb', 'upstream_mbps'])
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('at', '>', from)
    .orderBy('at')
    .execute()
}
