import { sql } from 'kysely'
import type { WorkerDb } from '../../../platform/database/handles.js'
import { isFree, leaseDue } from '../../../platform/work/claim.repository.js'
import type { ClaimedRow, ClaimOptions } from '../../../platform/work/work-loop.js'
import type { AddressedDelivery, Caps, TakenSlots } from './delivery-slots.js'

/** What a claim of deliveries may take: as many as have a slot left. */
export interface DeliveryClaim extends ClaimOptions {
  readonly caps: Caps
  readonly taken: TakenSlots
}

/** A delivery that this worker holds until its lease ends. */
type ClaimedDeliveryRow = ClaimedRow & AddressedDelivery

/**
 * Takes up to `limit` deliveries that are due, that nobody holds, and whose webhook and organisation have a slot left:
 * of each organisation in turn, and within it of each webhook in turn. What they hold now counts as taken: whose receivers
 * hang is behind the others, however old its backlog is. It goes from webhook to webhook by the index, so that
 * its cost follows their number and not the length of a backlog.
 */
export async function claimDeliveries(worker: WorkerDb, claim: DeliveryClaim): Promise<ClaimedDeliveryRow[]> {
  const { caps, taken } = claim
  const counted = (counts: ReadonlyMap<string, number>) =>
    sql`select * from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::integer[]) as counted (id, taken)`
  const { rows } = await sql<{ org_id: string; webhook_id: string; id: string; attempt: number }>`
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
    of_webhooks as (${counted(taken.ofWebhooks)}),
    of_orgs as (${counted(taken.ofOrgs)}),
    fitting as (
      select due.org_id, due.id, due.next_at, row_number() over (
        partition by due.org_id order by due.rank + coalesce(of_webhooks.taken, 0), due.next_at
      ) as rank_in_org
      from waiting
      left join of_webhooks on of_webhooks.id = waiting.webhook_id
      cross join lateral (
        select d.org_id, d.id, d.next_at, row_number() over (order by d.next_at) as rank from (
          select org_id, id, next_at from webhook_deliveries
          where org_id = waiting.org_id and webhook_id = waiting.webhook_id and ${isFree}
          order by next_at limit ${caps.perWebhook}
        ) d
      ) due
      where due.rank <= ${caps.perWebhook}::integer - coalesce(of_webhooks.taken, 0)
    ),
    candidates as (
      select fitting.org_id, fitting.id from fitting left join of_orgs on of_orgs.id = fitting.org_id
      where fitting.rank_in_org <= ${caps.perOrg}::integer - coalesce(of_orgs.taken, 0)
      order by fitting.rank_in_org + coalesce(of_orgs.taken, 0), fitting.next_at
      limit ${claim.limit}
    ),
    due as (
      select org_id, id from webhook_deliveries
      where (org_id, id) in (select org_id, id from candidates) and ${isFree}
      for update skip locked
    )
    ${leaseDue('webhook_deliveries', claim)}
    returning work.org_id, work.webhook_id, work.id, work.attempt`.execute(worker)
  return rows.map((row) => ({
    orgId: row.org_id,
    webhookId: row.webhook_id,
    id: row.id,
    attempt: row.attempt,
    worker: claim.workerId,
  }))
}
