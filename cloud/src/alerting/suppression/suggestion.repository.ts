import type { SuggestionStatus } from '@sightline/protocol'
import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely'
import type { Actor } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { Tables } from '../../platform/database/tables.js'
import type { TimePosition } from '../../platform/pagination/page-by-time.js'
import type { SuggestionKey } from './learn.repository.js'
import type { NbdSuggestionTable } from './suppression.table.js'

export type SuggestionRow = Selectable<NbdSuggestionTable>
export type SuggestionWithEvents = SuggestionRow & { readonly event_ids: string[] }

export function findOpenSuggestion(
  tx: Tx,
  orgId: string,
  { rule_id: ruleId, camera_id: cameraId, kind }: SuggestionKey,
): Promise<SuggestionRow | undefined> {
  return tx
    .selectFrom('nbd_suggestions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('rule_id', '=', ruleId)
    .where('camera_id', '=', cameraId)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

/** What the service applied of its own accord to a knob by which an alert of the event was held back; newest first. */
export function listAppliedAgainst(tx: Tx, orgId: string, eventId: string): Promise<SuggestionRow[]> {
  return tx
    .selectFrom('nbd_suggestions as s')
    .selectAll('s')
    .where('s.org_id', '=', orgId)
    .where('s.status', '=', 'applied')
    .where('s.decided_by_kind', '=', 'system')
    .where((where) =>
      where.exists(
        where
          .selectFrom('held_back_alerts as h')
          .select('h.id')
          .where('h.org_id', '=', orgId)
          .where('h.event_id', '=', eventId)
          .where('h.origin', '=', 'camera')
          .whereRef('h.camera_id', '=', 's.camera_id')
          .whereRef('h.knob', '=', 's.knob'),
      ),
    )
    .orderBy('s.decided_at', 'desc')
    .execute()
}

export async function insertSuggestion(tx: Tx, row: Insertable<NbdSuggestionTable>): Promise<void> {
  await tx.insertInto('nbd_suggestions').values(row).execute()
}

export async function saveSuggestion(
  tx: Tx,
  orgId: string,
  id: string,
  change: UpdateObject<Tables, 'nbd_suggestions'>,
): Promise<void> {
  await tx
    .updateTable('nbd_suggestions')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** Who decided on a suggestion, and that it was now. */
export function decisionOf(actor: Actor) {
  return {
    decided_at: sql<Date>`now()`,
    decided_by_kind: actor.kind,
    decided_by_id: actor.id,
    decided_by_name: actor.name,
  }
}

/** Makes `eventIds` the events that were counted for a suggestion. */
export async function replaceEvents(
  tx: Tx,
  orgId: string,
  suggestionId: string,
  eventIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('nbd_suggestion_events')
    .where('org_id', '=', orgId)
    .where('suggestion_id', '=', suggestionId)
    .execute()
  if (eventIds.length === 0) return
  await tx
    .insertInto('nbd_suggestion_events')
    .values(eventIds.map((id) => ({ org_id: orgId, suggestion_id: suggestionId, event_id: id })))
    .execute()
}

/** Which suggestions of a rule are meant; all that is given must hold. */
interface SuggestionFilter {
  readonly ruleId: string
  readonly cameraId?: string | undefined
  readonly status?: SuggestionStatus | undefined
}

function matching(db: Db, orgId: string, { ruleId, cameraId, status }: SuggestionFilter) {
  let query = db
    .selectFrom('nbd_suggestions as s')
    .where('s.org_id', '=', orgId)
    .where('s.rule_id', '=', ruleId)
  if (cameraId !== undefined) query = query.where('s.camera_id', '=', cameraId)
  if (status !== undefined) query = query.where('s.status', '=', status)
  return query
}

/** The events that were counted, oldest first. */
const eventIds = (orgId: string) =>
  sql<string[]>`array(
    select counted.event_id::text from nbd_suggestion_events counted
    join events e on e.org_id = ${orgId} and e.id = counted.event_id
    where counted.org_id = ${orgId} and counted.suggestion_id = s.id
    order by e.triggered_at, e.id
  )`.as('event_ids')

export function listSuggestionRows(
  db: Db,
  orgId: string,
  filter: SuggestionFilter,
  { after, limit }: { after: TimePosition | null; limit: number },
): Promise<SuggestionWithEvents[]> {
  let query = matching(db, orgId, filter).selectAll('s').select(eventIds(orgId))
  if (after) query = query.where(sql<boolean>`(s.created_at, s.id) < (${after.at}, ${after.id})`)
  return query.orderBy('s.created_at', 'desc').orderBy('s.id', 'desc').limit(limit).execute()
}

export async function countSuggestions(db: Db, orgId: string, filter: SuggestionFilter): Promise<number> {
  const { count } = await matching(db, orgId, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A suggestion of a rule. */
export function findSuggestion(
  db: Db,
  orgId: string,
  ruleId: string,
  id: string,
): Promise<SuggestionWithEvents | undefined> {
  return matching(db, orgId, { ruleId })
    .selectAll('s')
    .select(eventIds(orgId))
    .where('s.id', '=', id)
    .executeTakeFirst()
}
