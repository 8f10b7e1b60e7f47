import type { RuleVerdictQuery } from '@sightline/protocol'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { isListed } from '../../../events/event.table.js'
import type { Scope } from '../../../platform/caller.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { inBatches } from '../../../platform/database/in-batches.js'
import { fromNow } from '../../../platform/database/instant.js'
import type { TimePosition } from '../../../platform/pagination/page-by-time.js'
import { heldBy } from '../../../platform/work/held-row.js'
import type { ClaimedRow } from '../../../platform/work/work-loop.js'
import type { RuleVerdictTable } from '../compiled-rule.table.js'

export type RuleVerdictRow = Selectable<RuleVerdictTable>

/** Stores verdicts; one that stands already for the same version, event and run stays as it is. */
export async function insertVerdicts(tx: Tx, rows: readonly Insertable<RuleVerdictTable>[]): Promise<void> {
  await inBatches(rows, (batch) =>
    tx
      .insertInto('rule_verdicts')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['org_id', 'event_id', 'version_id', 'run']).doNothing())
      .execute(),
  )
}

/** The rules that judged a run of an event, whatever came of it. */
export async function rulesThatJudged(
  db: Db,
  orgId: string,
  eventId: string,
  run: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('rule_verdicts')
    .select('rule_id')
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('run', '=', run)
    .execute()
  return new Set(rows.map((row) => row.rule_id))
}

/** Of each rule that judged an event, what it said of the last run. */
export function lastVerdictsOfEvent(db: Db, orgId: string, eventId: string): Promise<RuleVerdictRow[]> {
  return db
    .selectFrom('rule_verdicts')
    .distinctOn('rule_id')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .orderBy('rule_id')
    .orderBy('run', 'desc')
    .orderBy('version_number', 'desc')
    .execute()
}

export function readVerdict(db: Db, orgId: string, id: string): Promise<RuleVerdictRow | undefined> {
  return db
    .selectFrom('rule_verdicts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function saveVerdict(
  tx: Tx,
  orgId: string,
  id: string,
  change: Updateable<RuleVerdictTable>,
): Promise<void> {
  await tx.updateTable('rule_verdicts').set(change).where('org_id', '=', orgId).where('id', '=', id).execute()
}

/** Ends the wait for the judge. @returns false if another worker holds the verdict, or it is decided */
export async function finishVerdict(
  tx: Tx,
  claimed: ClaimedRow,
  change: Updateable<RuleVerdictTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rule_verdicts')
    .set({ ...change, status: 'decided', decided_at: sql<Date>`now()`, lease_until: null, worker: null })
    .where((is) => is.and(heldBy(claimed)))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Lets the judge be asked again after `waitMs`. */
export async function postponeVerdict(db: Db, claimed: ClaimedRow, waitMs: number): Promise<void> {
  await db
    .updateTable('rule_verdicts')
    .set({ next_at: fromNow(waitMs), lease_until: null, worker: null })
    .where((is) => is.and(heldBy(claimed)))
    .execute()
}

/** What a list of verdicts is limited to. */
export interface VerdictFilter extends Pick<RuleVerdictQuery, 'outcome' | 'event_id'> {
  readonly ruleId: string
}

/** The verdicts that the filter and the scope admit, of listed events. */
function matchingVerdicts(db: Db, scope: Scope, filter: VerdictFilter) {
  let query = db
    .selectFrom('rule_verdicts as verdict')
    .innerJoin('events', (join) =>
      join.onRef('events.org_id', '=', 'verdict.org_id').onRef('events.id', '=', 'verdict.event_id'),
    )
    .where('verdict.org_id', '=', scope.orgId)
    .where('events.org_id', '=', scope.orgId)
    .where(isListed)
    .where('verdict.rule_id', '=', filter.ruleId)
  if (scope.siteIds !== null)
    query = query.where(sql<boolean>`verdict.site_id = any(${[...scope.siteIds]}::uuid[])`)
  if (filter.outcome !== undefined) query = query.where('verdict.outcome', '=', filter.outcome)
  if (filter.event_id !== undefined) query = query.where('verdict.event_id', '=', filter.event_id)
  return query
}

export function pageOfVerdicts(
  db: Db,
  scope: Scope,
  filter: VerdictFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<RuleVerdictRow[]> {
  let query = matchingVerdicts(db, scope, filter).selectAll('verdict')
  if (after) query = query.where(sql<boolean>`(verdict.created_at, verdict.id) < (${after.at}, ${after.id})`)
  return query.orderBy('verdict.created_at', 'desc').orderBy('verdict.id', 'desc').limit(limit).execute()
}

export async function countVerdicts(db: Db, scope: Scope, filter: VerdictFilter): Promise<number> {
  const { count } = await matchingVerdicts(db, scope, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
