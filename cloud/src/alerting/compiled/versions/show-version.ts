import type { CompiledVersion, Predicate } from '@sightline/protocol'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { explain } from '../predicate/explain.js'
import { type ReadPredicate, readPredicate } from '../predicate/stored-predicate.js'
import { idsOf } from '../predicate/walk.js'
import { type CompiledVersionRow, listNames } from './compiled-version.repository.js'

/**
 * Versions as the interface shows them, with their predicates in words; what the reader may not see is not named.
 * @param activeId of the rule
 */
export async function showVersions(
  db: Db,
  scope: Scope,
  rows: readonly CompiledVersionRow[],
  activeId: string | null,
): Promise<CompiledVersion[]> {
  const read = rows.map((row) => ({ row, read: readPredicate(row.predicate) }))
  const predicates = read.flatMap((one) => (one.read.kind === 'read' ? [one.read.predicate] : []))
  const explanations = await explainAll(db, scope, predicates)
  const explained = new Map(predicates.map((predicate, index) => [predicate, explanations[index] ?? '']))
  const shown = (one: ReadPredicate) =>
    one.kind === 'read'
      ? { predicate: one.predicate, explanation: explained.get(one.predicate) ?? '' }
      : { predicate: null, explanation: `What it asks is not known: ${one.flaw}.` }
  return read.map(({ row, read: one }) => ({
    id: row.id,
    rule_id: row.rule_id,
    number: row.number,
    active: row.id === activeId,
    sentence: row.sentence,
    ...shown(one),
    judge: { use: row.judge_use, in_doubt: row.in_doubt },
    severity: row.severity,
    note: row.note,
    created_by: row.created_by_name,
    created_at: toTimestamp(row.created_at),
    activated_at: toTimestampOrNull(row.activated_at),
  }))
}

/** Predicates in words, in their order. */
export async function explainAll(db: Db, scope: Scope, predicates: readonly Predicate[]): Promise<string[]> {
  const ids = predicates.map(idsOf)
  const names = await listNames(db, scope, {
    cameras: [...new Set(ids.flatMap(({ cameras }) => cameras))],
    sites: [...new Set(ids.flatMap(({ sites }) => sites))],
  })
  return predicates.map((predicate) => explain(predicate, names))
}
