import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import type { AlertRuleRecipientTable, AlertRuleRow, AlertRuleTable } from './alert-rule.table.js'

/** A recipient with what they are called. */
export type RuleRecipientRow = Selectable<AlertRuleRecipientTable> & { readonly user_name: string }

/** When a rule is written, its locks taken: one that waited for them was asked about nothing that came meanwhile. */
const writtenAt = sql<Date>`clock_timestamp()`

export function insertRule(tx: Tx, row: Insertable<AlertRuleTable>): Promise<AlertRuleRow> {
  return tx
    .insertInto('alert_rules')
    .values({ ...row, updated_at: writtenAt })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** How many rules are not deleted. */
export async function countRules(tx: Tx, orgId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('alert_rules')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The rules that are not deleted, newest first. */
export function listRules(db: Db, orgId: string): Promise<AlertRuleRow[]> {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function findRule(db: Db, orgId: string, id: string): Promise<AlertRuleRow | undefined> {
  return ruleById(db, orgId, id).executeTakeFirst()
}

/** Those of `ids` that are not deleted. */
export function listRulesById(db: Db, orgId: string, ids: readonly string[]): Promise<AlertRuleRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

export function lockRule(tx: Tx, orgId: string, id: string): Promise<AlertRuleRow | undefined> {
  return ruleById(tx, orgId, id).forUpdate().executeTakeFirst()
}

function ruleById(db: Db, orgId: string, id: string) {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
}

export function saveRule(
  tx: Tx,
  orgId: string,
  id: string,
  change: Updateable<AlertRuleTable>,
): Promise<AlertRuleRow> {
  return tx
    .updateTable('alert_rules')
    .set({ ...change, updated_at: writtenAt })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The enabled rules of a kind, in a fixed order. */
export function listActiveRules(
  db: Db,
  orgId: string,
  kind: AlertRuleTable['rule_kind'],
): Promise<AlertRuleRow[]> {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('rule_kind', '=', kind)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Changes with every change of the organisation's rules; null: none was ever made. */
export async function findRuleRevision(tx: Tx, orgId: string): Promise<string | null> {
  const { rows } = await sql<{ revision: string }>`/* name: rule_revision */
    select revision from alert_rule_revisions where org_id = ${orgId}`.execute(tx)
  return rows[0]?.revision ?? null
}

export function listRecipients(db: Db, orgId: string, ruleIds: string[]): Promise<RuleRecipientRow[]> {
  if (ruleIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('alert_rule_recipients as recipient')
    .innerJoin('users', (join) =>
      join.onRef('users.org_id', '=', 'recipient.org_id').onRef('users.id', '=', 'recipient.user_id'),
    )
    .selectAll('recipient')
    .select('users.display_name as user_name')
    .where('recipient.org_id', '=', orgId)
    .where('recipient.rule_id', 'in', ruleIds)
    .orderBy('recipient.created_at')
    .orderBy('recipient.id')
    .execute()
}

/** The sentences of compiled versions, by the versions' ids; those without one are left out. */
export async function listSentences(
  db: Db,
  orgId: string,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (versionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('compiled_rule_versions')
    .select(['id', 'sentence'])
    .where('org_id', '=', orgId)
    .where('id', 'in', versionIds)
    .execute()
  return new Map(rows.flatMap(({ id, sentence }) => (sentence === null ? [] : [[id, sentence]])))
}

/** Makes `rows` the recipients of the rule; those who stay keep their row. */
export async function replaceRecipients(
  tx: Tx,
  orgId: string,
  ruleId: string,
  rows: Insertable<AlertRuleRecipientTable>[],
): Promise<void> {
  const kept = rows.map((row) => row.user_id)
  await tx
    .deleteFrom('alert_rule_recipients')
    .where('org_id', '=', orgId)
    .where('rule_id', '=', ruleId)
    .$if(kept.length > 0, (query) => query.where('user_id', 'not in', kept))
    .execute()
  if (rows.length === 0) return
  await tx
    .insertInto('alert_rule_recipients')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'rule_id', 'user_id'])
        .doUpdateSet((set) => ({ channels: set.ref('excluded.channels') })),
    )
    .execute()
}

/** Stores a recipient; one who is there already keeps the row and takes the channels. */
export async function saveRecipient(tx: Tx, row: Insertable<AlertRuleRecipientTable>): Promise<void> {
  await tx
    .insertInto('alert_rule_recipients')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'rule_id', 'user_id'])
        .doUpdateSet((set) => ({ channels: set.ref('excluded.channels') })),
    )
    .execute()
}

export function deleteRecipient(
  tx: Tx,
  orgId: string,
  ruleId: string,
  id: string,
): Promise<Selectable<AlertRuleRecipientTable> | undefined> {
  return tx
    .deleteFrom('alert_rule_recipients')
    .where('org_id', '=', orgId)
    .where('rule_id', '=', ruleId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** How many of `ids` are rows of the organisation that a rule may name. */
export async function countNamed(
  db: Db,
  orgId: string,
  table: 'cameras' | 'sites' | 'users',
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await db
    .selectFrom(table)
    .select((select) => select.fn.count<number>('id').distinct().as('count'))
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .$if(table === 'cameras', (query) => query.where(sql.ref('deleted_at'), 'is', null))
    .executeTakeFirstOrThrow()
  return count
}

/** Those of `ids` that are cameras at the caller's sites. */
export async function listCamerasInScope(
  db: Db,
  { orgId, siteIds }: Scope,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0 || siteIds?.length === 0) return []
  const rows = await db
    .selectFrom('cameras')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .$if(siteIds !== null, (query) => query.where('site_id', 'in', siteIds ?? []))
    .execute()
  return rows.map((row) => row.id)
}
