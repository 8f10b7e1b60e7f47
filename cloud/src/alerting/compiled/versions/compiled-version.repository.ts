import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '../../../platform/caller.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { CompiledRuleVersionTable } from '../compiled-rule.table.js'

export type CompiledVersionRow = Selectable<CompiledRuleVersionTable>

/** The last number that was given, and how many versions are not deleted. */
export async function countVersions(
  tx: Tx,
  orgId: string,
  ruleId: string,
): Promise<{ last: number; kept: number }> {
  return tx
    .selectFrom('compiled_rule_versions')
    .select((select) => [
      sql<number>`coalesce(max(number), 0)`.as('last'),
      select.fn.countAll<number>().filterWhere('deleted_at', 'is', null).as('kept'),
    ])
    .where('org_id', '=', orgId)
    .where('rule_id', '=', ruleId)
    .executeTakeFirstOrThrow()
}

export function insertVersion(
  tx: Tx,
  row: Insertable<CompiledRuleVersionTable>,
): Promise<CompiledVersionRow> {
  return tx.insertInto('compiled_rule_versions').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The versions of a rule that are not deleted, newest first. */
export function listVersions(db: Db, orgId: string, ruleId: string): Promise<CompiledVersionRow[]> {
  return db
    .selectFrom('compiled_rule_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('rule_id', '=', ruleId)
    .where('deleted_at', 'is', null)
    .orderBy('number', 'desc')
    .execute()
}

/** A version that is not deleted. */
export function findVersion(db: Db, orgId: string, id: string): Promise<CompiledVersionRow | undefined> {
  return db
    .selectFrom('compiled_rule_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A version, deleted or not: what a verdict stands on. */
export function readVersion(db: Db, orgId: string, id: string): Promise<CompiledVersionRow | undefined> {
  return db
    .selectFrom('compiled_rule_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Versions by their ids, deleted or not. */
export async function readVersions(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, CompiledVersionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('compiled_rule_versions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export function noteActivated(tx: Tx, orgId: string, id: string, at: Date): Promise<CompiledVersionRow> {
  return tx
    .updateTable('compiled_rule_versions')
    .set({ activated_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function markDeleted(tx: Tx, orgId: string, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('compiled_rule_versions')
    .set({ deleted_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** The names of those of these cameras and sites that the scope admits: what a predicate says in words. */
export async function listNames(
  db: Db,
  scope: Scope,
  ids: { readonly cameras: readonly string[]; readonly sites: readonly string[] },
): Promise<{ cameras: Map<string, string>; sites: Map<string, string> }> {
  const namesIn = async (table: 'cameras' | 'sites', column: 'site_id' | 'id', wanted: readonly string[]) => {
    if (wanted.length === 0) return new Map<string, string>()
    let query = db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('org_id', '=', scope.orgId)
      .where('id', 'in', wanted)
    if (scope.siteIds !== null)
      query = query.where(sql<boolean>`${sql.ref(column)} = any(${[...scope.siteIds]}::uuid[])`)
    const rows = await query.execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  return {
    cameras: await namesIn('cameras', 'site_id', ids.cameras),
    sites: await namesIn('sites', 'id', ids.sites),
  }
}

/** The part of an event by which versions are looked up. */
interface LookedUpEvent {
  readonly cameraId: string
  readonly siteId: string
  readonly category: string
  /** Null for an event that was not analysed, which may show anything. */
  readonly labelKeys: readonly string[] | null
  readonly labelsKnown: string
}

/**
 * The active versions that could match an event: of enabled rules that concern its camera, site and category, whose
 * predicate demands nothing that the event lacks. Their predicates are not read for it.
 */
export function listVersionsConcerning(
  db: Db,
  orgId: string,
  event: LookedUpEvent,
): Promise<CompiledVersionRow[]> {
  const { cameraId, siteId, category, labelKeys } = event
  const admits = (column: string, value: string) =>
    sql<boolean>`(${sql.ref(column)} is null or ${value} = any(${sql.ref(column)}))`
  let query = db
    .selectFrom('alert_rules as rule')
    .innerJoin('compiled_rule_versions as version', (join) =>
      join.onRef('version.org_id', '=', 'rule.org_id').onRef('version.id', '=', 'rule.compiled_version_id'),
    )
    .selectAll('version')
    .where('rule.org_id', '=', orgId)
    .where('version.org_id', '=', orgId)
    .where('rule.compiled_version_id', 'is not', null)
    .where('rule.deleted_at', 'is', null)
    .where('rule.enabled', '=', true)
    .where('rule.rule_kind', '=', 'camera_event')
    .where(sql<boolean>`(rule.scope_type <> 'cameras' or ${cameraId} = any(rule.camera_ids))`)
    .where(sql<boolean>`(rule.scope_type <> 'site' or ${siteId} = any(rule.site_ids))`)
    .where(sql<boolean>`(rule.event_category is null or rule.event_category = ${category})`)
    .where(admits('version.needs_cameras', cameraId))
    .where(admits('version.needs_sites', siteId))
    .where(admits('version.needs_categories', category))
  if (labelKeys !== null)
    query = query.where(
      sql<boolean>`(version.needs_labels is null or version.labels_known <> ${event.labelsKnown}
        or version.needs_labels && ${[...labelKeys]}::text[])`,
    )
  return query.orderBy('version.id').execute()
}
