import { sql } from 'kysely'
import type { ClaimedRow, ClaimOptions } from '../platform/claim.js'
import type { WorkerDb } from '../platform/database/database.js'

/**
 * Takes up to `limit` mails that are due and that nobody holds: the first of each organisation, then the second of
 * each, and so on, so that the backlog of one is no queue in front of the others. It goes from organisation to
 * organisation by the index, so that its cost follows their number and not the length of a backlog.
 */
export async function claimMails(worker: WorkerDb, claim: ClaimOptions): Promise<ClaimedRow[]> {
  const isFree = sql`status = 'pending' and next_at <= now() and (lease_until is null or lease_until <= now())`
  const { rows } = await sql<{ org_id: string; id: string; attempt: number }>`
    /* name: claim_mails */
    with recursive waiting (org_id) as (
      (select org_id from outgoing_mail where status = 'pending' order by org_id limit 1)
      union all
      select later.org_id from waiting cross join lateral (
        select m.org_id from outgoing_mail m
        where m.status = 'pending' and m.org_id > waiting.org_id
        order by m.org_id limit 1
      ) later
    ),
    candidates as (
      select due.org_id, due.id from waiting cross join lateral (
        select m.org_id, m.id, m.next_at, row_number() over (order by m.next_at) as place from (
          select org_id, id, next_at from outgoing_mail
          where org_id = waiting.org_id and ${isFree}
          order by next_at limit ${claim.limit}
        ) m
      ) due
      order by due.place, due.next_at
      limit ${claim.limit}
    ),
    due as (
      select org_id, id from outgoing_mail
      where (org_id, id) in (select org_id, id from candidates) and ${isFree}
      for update skip locked
    )
    update outgoing_mail as work
    set worker = ${claim.workerId}, attempt = work.attempt + 1,
        lease_until = now() + make_interval(secs => ${claim.leaseMs / 1000}::float8)
    from due
    where work.org_id = due.org_id and work.id = due.id
    returning work.org_id, work.id, work.attempt`.execute(worker)
  return rows.map((row) => ({ orgId: row.org_id, id: row.id, attempt: row.attempt }))
}
