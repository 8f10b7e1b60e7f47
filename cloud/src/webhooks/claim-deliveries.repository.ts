import { sql } from 'kysely'
import type { ClaimedRow, ClaimOptions } from '../platform/claim.js'
import type { WorkerDb } from '../platform/database/database.js'
import type { NoPlaceLeft } from './attempt-caps.js'

/** What a claim of deliveries may take. */
export interface FairClaim extends ClaimOptions {
  /** Deliveries of one webhook at most. */
  readonly perWebhook: number
  /** Whose deliveries are left waiting. */
  readonly without: NoPlaceLeft
}

/**
 * Takes up to `limit` deliveries that are due and that nobody holds: the first of each webhook, then the second of
 * each, and so on. It goes from webhook to webhook by the index, so that its cost follows their number and not the
 * length of a backlog.
 */
export async function claimDeliveries(worker: WorkerDb, claim: FairClaim): Promise<ClaimedRow[]> {
  const isFree = sql`status = 'pending' and next_at <= now() and (lease_until is null or lease_until <= now())`
  const { rows } = await sql<{ org_id: string; id: string; attempt: number }>`
    /* name: claim_deliveries */
    with recursive waiting (org_id, webhook_id) as (
      (select org_id, webhook_id from webhook_deliveries where status = 'pending'
       order by org_id, webhook_id limit 1)
      union all
      select later.org_id, later.webhook_id from waiting cross join lateral (
        select d.org_id, d.webhook_id from webhook_deliveries d
        where d.status = 'pending' and (d.org_id, d.webhook_id) > (waiting.org_id, waiting.webhook_id)
        order by d.org_id, d.webhook_id limit 1
      ) later
    ),
    candidates as (
      select due.org_id, due.id from waiting cross join lateral (
        select d.org_id, d.id, d.next_at, row_number() over (order by d.next_at) as place from (
          select org_id, id, next_at from webhook_deliveries
          where org_id = waiting.org_id and webhook_id = waiting.webhook_id and ${isFree}
          order by next_at limit ${claim.perWebhook}
        ) d
      ) due
      where waiting.org_id <> all(${claim.without.orgIds}::uuid[])
        and waiting.webhook_id <> all(${claim.without.webhookIds}::uuid[])
      order by due.place, due.next_at
      limit ${claim.limit}
    ),
    due as (
      select org_id, id from webhook_deliveries
      where (org_id, id) in (select org_id, id from candidates) and ${isFree}
      for update skip locked
    )
    update webhook_deliveries as work
    set worker = ${claim.workerId}, attempt = work.attempt + 1,
        lease_until = now() + make_interval(secs => ${claim.leaseMs / 1000}::float8)
    from due
    where work.org_id = due.org_id and work.id = due.id
    returning work.org_id, work.id, work.attempt`.execute(worker)
  return rows.map((row) => ({ orgId: row.org_id, id: row.id, attempt: row.attempt }))
}
