import { sql } from 'kysely'
import type { WorkerDb } from '../database/handles.js'
import type { WorkTableName } from '../database/tables.js'
import { type ClaimedRow, isFree, leaseDue } from './claim.repository.js'
import type { ClaimOptions } from './work-loop.js'

/** What a claim may take: of each organisation as many rows as it has slots left. */
interface FairClaim extends ClaimOptions {
  readonly table: WorkTableName
  /** Rows of one organisation in hand on this node, at most. */
  readonly perOrg: number
  /** Of them, how many each has now. */
  readonly taken: ReadonlyMap<string, number>
}

/**
 * Takes up to `limit` rows that are due, that nobody holds, and whose organisation has a slot left: the first of each
 * organisation, then the second of each, and so on, with what each has in hand now. It goes from organisation to organisation by an index
 * `(org_id, next_at) where status = 'pending'`, which the table must have: its cost follows their number, and not the
 * length of one's backlog.
 */
export async function claimFairly(worker: WorkerDb, claim: FairClaim): Promise<ClaimedRow[]> {
  const { taken, perOrg } = claim
  const table = sql.table(claim.table)
  const { rows } = await sql<{ org_id: string; id: string; attempt: number }>`
    with recursive waiting (org_id) as (
      (select org_id from ${table} where status = 'pending' order by org_id limit 1)
      union all
      select later.org_id from waiting cross join lateral (
        select org_id from ${table} where status = 'pending' and org_id > waiting.org_id order by org_id limit 1
      ) later
    ),
    of_orgs as (
      select * from unnest(${[...taken.keys()]}::uuid[], ${[...taken.values()]}::integer[]) as counted (org_id, taken)
    ),
    candidates as (
      select due.org_id, due.id
      from waiting
      left join of_orgs on of_orgs.org_id = waiting.org_id
      cross join lateral (
        select d.org_id, d.id, d.next_at, row_number() over (order by d.next_at) as place from (
          select org_id, id, next_at from ${table}
          where org_id = waiting.org_id and ${isFree}
          order by next_at limit ${perOrg}
        ) d
      ) due
      where due.place <= ${perOrg}::integer - coalesce(of_orgs.taken, 0)
      order by due.place + coalesce(of_orgs.taken, 0), due.next_at
      limit ${claim.limit}
    ),
    due as (
      select org_id, id from ${table}
      where (org_id, id) in (select org_id, id from candidates) and ${isFree}
      for update skip locked
    )
    ${leaseDue(claim.table, claim)}
    returning work.org_id, work.id, work.attempt`.execute(worker)
  const { workerId } = claim
  return rows.map((row) => ({ orgId: row.org_id, id: row.id, attempt: row.attempt, worker: workerId }))
}
