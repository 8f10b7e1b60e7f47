import type { NoBigDealSuggestion, SuggestionQuery } from '@sightline/protocol'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../platform/database/parsing.js'
import { conflict, missing } from '../../platform/errors.js'
import type { Page } from '../../platform/pagination/page.js'
import { pageByTime } from '../../platform/pagination/page-by-time.js'
import type { Platform } from '../../platform/platform.js'
import { requireAlertRule } from '../rules/alert-rule.service.js'
import { kindParts } from './alert-candidate.service.js'
import { applySuggestedKnob, revertSuggestion } from './apply-suggestion.js'
import { effectiveKnobs } from './knobs.js'
import { findOverride, findRuleKnobs, lockCamera } from './knobs.repository.js'
import {
  countSuggestions,
  decisionOf,
  findSuggestion,
  listSuggestionRows,
  type SuggestionRow,
  type SuggestionWithEvents,
  saveSuggestion,
} from './suggestion.repository.js'

type SuppressionDeps = Pick<Platform, 'database' | 'keys'>

/** What feedback suggests for the cameras of a rule, newest first. @throws AppError missing; invalid for a foreign cursor */
export async function listSuggestions(
  deps: SuppressionDeps,
  caller: Caller,
  ruleId: string,
  { cursor, limit, camera_id: cameraId, status }: SuggestionQuery,
): Promise<Page<NoBigDealSuggestion>> {
  await requireAlertRule(deps, caller, ruleId)
  const { orgId } = caller
  const db = deps.database.serving('reads').forOrg(orgId)
  const filter = { ruleId, cameraId, status }
  return pageByTime({
    keys: deps.keys,
    list: `nbd suggestions ${orgId} ${JSON.stringify(filter)}`,
    cursor,
    limit,
    read: (after, most) => listSuggestionRows(db, orgId, filter, { after, limit: most }),
    count: () => countSuggestions(db, orgId, filter),
    timeOf: (row) => row.created_at,
    toItem: toSuggestion,
  })
}

/**
 * Puts an open suggestion into the override of its camera; one that is applied stays as it is.
 * @throws AppError missing; conflict if it is dismissed or withdrawn, or the knob holds no more
 */
export function applySuggestion(deps: SuppressionDeps, caller: Caller, ruleId: string, id: string) {
  return decide(deps, caller, { ruleId, id }, async (tx, row) => {
    if (row.status === 'applied') return
    requireStatus(row, ['open'])
    const { orgId, actor } = caller
    const override = await findOverride(tx, orgId, row.camera_id)
    const effective = effectiveKnobs(await findRuleKnobs(tx, orgId, ruleId), override)
    if (await applySuggestedKnob(tx, orgId, { id, key: row, suggestion: row, effective }, actor)) return
    throw conflict(`${row.knob} is full: take something from it by PATCH of the camera's nbd-override first`)
  })
}

/**
 * Dismisses an open suggestion; of one that is applied, takes back what it changed. What was counted for it is not
 * counted again. One that is dismissed stays as it is.
 * @throws AppError missing; conflict if it is withdrawn, or the override was changed since it was applied
 */
export function dismissSuggestion(deps: SuppressionDeps, caller: Caller, ruleId: string, id: string) {
  return decide(deps, caller, { ruleId, id }, async (tx, row) => {
    if (row.status === 'dismissed') return
    requireStatus(row, ['open', 'applied'])
    const { orgId, actor } = caller
    if (row.status === 'applied' && !(await revertSuggestion(tx, orgId, row)))
      throw conflict(
        `${row.knob} was changed since this was applied: set it by PATCH of the camera's nbd-override`,
      )
    await saveSuggestion(tx, orgId, id, { status: 'dismissed', ...decisionOf(actor) })
    const action =
      row.status === 'applied' ? 'camera.nbd_suggestion_taken_back' : 'camera.nbd_suggestion_dismissed'
    const data = { rule_id: ruleId, suggestion_id: id, knob: row.knob, value: row.value }
    await recordAudit(tx, { orgId, actor }, action, { target: { kind: 'camera', id: row.camera_id }, data })
  })
}

function requireStatus({ status }: SuggestionRow, allowed: readonly SuggestionRow['status'][]): void {
  if (allowed.includes(status)) return
  throw conflict(`this suggestion is ${status}; after new feedback there may be another`)
}

/** Decides on a suggestion of the rule while nobody else changes the camera's override. */
async function decide(
  deps: SuppressionDeps,
  caller: Caller,
  { ruleId, id }: { readonly ruleId: string; readonly id: string },
  change: (tx: Tx, row: SuggestionRow) => Promise<void>,
): Promise<NoBigDealSuggestion> {
  const { orgId } = caller
  await requireAlertRule(deps, caller, ruleId)
  return deps.database.inOrg(orgId, async (tx) => {
    const named = await findSuggestion(tx, orgId, ruleId, id)
    if (!named) throw missing('suggestion')
    if (!(await lockCamera(tx, orgId, named.camera_id))) throw missing('camera')
    await change(tx, await requireSuggestion(tx, orgId, ruleId, id))
    return toSuggestion(await requireSuggestion(tx, orgId, ruleId, id))
  })
}

async function requireSuggestion(
  tx: Tx,
  orgId: string,
  ruleId: string,
  id: string,
): Promise<SuggestionWithEvents> {
  const row = await findSuggestion(tx, orgId, ruleId, id)
  if (!row) throw missing('suggestion')
  return row
}

function toSuggestion(row: SuggestionWithEvents): NoBigDealSuggestion {
  return {
    id: row.id,
    rule_id: row.rule_id,
    camera_id: row.camera_id,
    ...kindParts(row.kind),
    knob: row.knob,
    value: row.value,
    reason: row.reason,
    no_big_deal: row.no_big_deal,
    useful: row.useful,
    event_ids: row.event_ids,
    status: row.status,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    decided_at: toTimestampOrNull(row.decided_at),
    decided_by:
      row.decided_by_kind === null || row.decided_by_name === null
        ? null
        : { kind: row.decided_by_kind, id: row.decided_by_id, name: row.decided_by_name },
  }
}
