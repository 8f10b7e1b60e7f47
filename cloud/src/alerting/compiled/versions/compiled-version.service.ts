import {
  type CompiledVersion,
  type CompiledVersionActivated,
  type CompiledVersionCreate,
  type CompiledVersionDeactivated,
  maxCompiledVersions,
} from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Caller } from '../../../platform/caller.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { conflict, missing, notThere } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import type { AlertRuleRow } from '../../rules/alert-rule.table.js'
import {
  lockCameraEventRule,
  requireCameraEvent,
  requireRuleInScope,
  setActiveVersion,
} from '../../rules/camera-event-rule.service.js'
import { ruleWarnings } from '../../rules/rule-warnings.service.js'
import { canonicalPredicate } from '../predicate/canonical.js'
import { needsOf } from '../predicate/needs.js'
import {
  type CompiledVersionRow,
  countVersions,
  findVersion,
  insertVersion,
  listVersions,
  markDeleted,
  noteActivated,
} from './compiled-version.repository.js'
import { requireNamed } from './require-named.js'
import { showVersions } from './show-version.js'

type VersionDeps = Pick<Platform, 'database' | 'clock'>

/**
 * Adds a version to a rule; it judges nothing until it is activated.
 * @throws AppError missing for the rule, or a camera or site that the predicate names; invalid for a rule of the system;
 *   conflict for one version too many
 */
export function createVersion(
  deps: VersionDeps,
  caller: Caller,
  ruleId: string,
  body: CompiledVersionCreate,
): Promise<CompiledVersion> {
  const { orgId, actor } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    const rule = await lockCameraEventRule(tx, orgId, ruleId)
    await requireNamed(tx, orgId, body.predicate)
    const { last, kept } = await countVersions(tx, orgId, ruleId)
    if (kept >= maxCompiledVersions)
      throw conflict(`a rule keeps at most ${maxCompiledVersions} versions: delete one first`)
    const predicate = canonicalPredicate(body.predicate)
    const row = await insertVersion(tx, {
      org_id: orgId,
      id: uuidv7(),
      rule_id: ruleId,
      number: last + 1,
      sentence: body.sentence,
      predicate: JSON.stringify(predicate),
      judge_use: body.judge.use,
      in_doubt: body.judge.in_doubt,
      severity: body.severity,
      note: body.note,
      ...needsOf(predicate),
      created_by_kind: actor.kind,
      created_by_id: actor.id,
      created_by_name: actor.name,
    })
    await auditVersion(tx, caller, row, { deed: 'created' })
    return showOne(tx, caller, rule, row)
  })
}

/** The versions of a rule, newest first. @throws AppError missing; forbidden outside the caller's sites; invalid */
export async function listCompiledVersions(deps: VersionDeps, caller: Caller, ruleId: string) {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const rule = await requireVersioned(db, caller, ruleId)
  const rows = await listVersions(db, caller.orgId, ruleId)
  return { data: await showVersions(db, caller, rows, rule.compiled_version_id), total: rows.length }
}

/** The version by which the rule is judged. @throws AppError missing; forbidden outside the caller's sites; invalid */
export async function getActiveVersion(
  deps: VersionDeps,
  caller: Caller,
  ruleId: string,
): Promise<CompiledVersion> {
  const db = deps.database.forOrg(caller.orgId)
  const rule = await requireVersioned(db, caller, ruleId)
  const { compiled_version_id: activeId } = rule
  const row = activeId === null ? undefined : await findVersion(db, caller.orgId, activeId)
  if (!row)
    throw notThere(
      'this rule has no active compiled version: create one, then activate it; until then it fires at once',
    )
  return showOne(db, caller, rule, row)
}

/**
 * Makes a version the one by which the rule is judged; going back is to activate an older one. The active one stays.
 * @throws AppError missing for the rule or the version; invalid for a rule of the system
 */
export function activateVersion(
  deps: VersionDeps,
  caller: Caller,
  ruleId: string,
  versionId: string,
): Promise<CompiledVersionActivated> {
  const { orgId } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    const rule = await lockCameraEventRule(tx, orgId, ruleId)
    const before = await requireVersion(tx, orgId, ruleId, versionId)
    const isActive = rule.compiled_version_id === versionId
    const row = isActive ? before : await noteActivated(tx, orgId, versionId, new Date(deps.clock.now()))
    if (!isActive) {
      await setActiveVersion(tx, orgId, ruleId, versionId)
      await auditVersion(tx, caller, row, {
        deed: 'activated',
        before: rule.compiled_version_id,
      })
    }
    const version = await showOne(tx, caller, { ...rule, compiled_version_id: versionId }, row)
    return { version, rule_enabled: rule.enabled, message: activated(row.number, rule.enabled) }
  })
}

/**
 * Lets the rule go back to what it is without a compiled version: it fires at once. One that is not active stays so.
 * @throws AppError missing for the rule or the version; invalid for a rule of the system
 */
export function deactivateVersion(
  deps: VersionDeps,
  caller: Caller,
  ruleId: string,
  versionId: string,
): Promise<CompiledVersionDeactivated> {
  const { orgId } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    const rule = await lockCameraEventRule(tx, orgId, ruleId)
    const row = await requireVersion(tx, orgId, ruleId, versionId)
    const wasActive = rule.compiled_version_id === versionId
    const after = wasActive ? await setActiveVersion(tx, orgId, ruleId, null) : rule
    if (wasActive) await auditVersion(tx, caller, row, { deed: 'deactivated' })
    const version = await showOne(tx, caller, after, row)
    const warnings = ruleWarnings(after)
    const message = wasActive
      ? deactivated(row.number, after, warnings)
      : `version ${row.number} is not active`
    return { version, rule_enabled: rule.enabled, warnings, message }
  })
}

/** @throws AppError missing for the rule or the version; conflict for the active one; invalid for a rule of the system */
export function deleteVersion(deps: VersionDeps, caller: Caller, ruleId: string, versionId: string) {
  const { orgId } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    const rule = await lockCameraEventRule(tx, orgId, ruleId)
    const row = await requireVersion(tx, orgId, ruleId, versionId)
    if (rule.compiled_version_id === versionId)
      throw conflict('the rule is judged by this version: activate another one, or deactivate it, first')
    await markDeleted(tx, orgId, versionId, new Date(deps.clock.now()))
    await auditVersion(tx, caller, row, { deed: 'deleted' })
    return { message: `version ${row.number} is deleted; its verdicts stay` }
  })
}

function activated(number: number, ruleEnabled: boolean): string {
  const done = `version ${number} is active`
  return ruleEnabled
    ? `${done}: the rule is judged by it after analysis, and no longer fires at once`
    : `${done}, but the rule is a draft and judges nothing: activate the rule too`
}

function deactivated(
  number: number,
  { enabled }: Pick<AlertRuleRow, 'enabled'>,
  warnings: readonly string[],
): string {
  const done = `version ${number} is no longer active`
  if (!enabled) return `${done}; the rule is a draft`
  return warnings.length === 0 ? `${done}: the rule fires at once` : `${done}, and the rule never fires`
}

async function requireVersioned(db: Db, caller: Caller, ruleId: string): Promise<AlertRuleRow> {
  const rule = await requireRuleInScope(db, caller, ruleId)
  requireCameraEvent(rule)
  return rule
}

async function requireVersion(
  tx: Tx,
  orgId: string,
  ruleId: string,
  versionId: string,
): Promise<CompiledVersionRow> {
  const row = await findVersion(tx, orgId, versionId)
  if (row?.rule_id !== ruleId) throw missing('compiled version')
  return row
}

async function showOne(
  db: Db,
  caller: Caller,
  rule: Pick<AlertRuleRow, 'compiled_version_id'>,
  row: CompiledVersionRow,
): Promise<CompiledVersion> {
  const [version] = await showVersions(db, caller, [row], rule.compiled_version_id)
  if (!version) throw missing('compiled version')
  return version
}

function auditVersion(
  tx: Tx,
  { orgId, actor }: Caller,
  row: CompiledVersionRow,
  {
    deed,
    ...more
  }: { deed: 'created' | 'deactivated' | 'deleted' } | { deed: 'activated'; before: string | null },
): Promise<void> {
  const target = { kind: 'compiled_version', id: row.id }
  const data = { rule_id: row.rule_id, number: row.number, ...more }
  return recordAudit(tx, { orgId, actor }, `compiled_version.${deed}`, { target, data })
}
