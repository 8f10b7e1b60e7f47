import { type CompiledVersion, Predicate } from '@sightline/protocol'
import type { Scope } from '../../../platform/caller.js'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { explain } from '../predicate/explain.js'
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
  const parsed = rows.map((row) => ({ row, predicate: Predicate.parse(row.predicate) }))
  const explanations = await explainAll(
    db,
    scope,
    parsed.map(({ predicate }) => predicate),
  )
  return parsed.map(({ row, predicate }, index) => ({
    id: row.id,
    rule_id: row.rule_id,
    number: row.number,
    active: row.id === activeId,
    sentence: row.sentence,
    predicate,
    explanation: explanations[index] ?? '',
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
