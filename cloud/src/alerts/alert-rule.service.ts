import type { AlertRule, AlertRuleCreate, AlertRulePatch } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/audit.service.js'
import { lockOrganisation } from '../organisation/organisation.service.js'
import { type Caller, outsideScope } from '../platform/caller.js'
import type { Tx } from '../platform/database/database.js'
import { conflict, invalid, missing } from '../platform/errors.js'
import type { AlertDeps } from './alert-deps.js'
import {
  type AlertRuleRow,
  countNamed,
  countRules,
  findRule,
  insertRule,
  listRecipients,
  listRules,
  lockRule,
  replaceRecipients,
  saveRule,
} from './alert-rule.repository.js'
import { noSuchRecipient } from './rule-recipients.js'
import { requireRuleShape } from './rule-shape.js'
import { rulesInScope } from './rules-in-scope.js'
import { toAlertRule } from './show-rule.js'

export { addRecipient, listRuleRecipients, removeRecipient } from './rule-recipients.js'
export { testAlertRule } from './test-rule.js'

type Recipients = AlertRuleCreate['recipients']

/** The rules that concern the caller's sites. */
export async function listAlertRules(deps: AlertDeps, caller: Caller) {
  const db = deps.database.forOrg(caller.orgId)
  const rows = await rulesInScope(db, caller, await listRules(db, caller.orgId))
  const recipients = await listRecipients(
    db,
    caller.orgId,
    rows.map((row) => row.id),
  )
  return { data: rows.map((row) => toAlertRule(row, recipients)), total: rows.length }
}

/** @throws AppError missing; forbidden if the rule concerns none of the caller's sites */
export async function getAlertRule(deps: AlertDeps, caller: Caller, id: string): Promise<AlertRule> {
  const db = deps.database.forOrg(caller.orgId)
  const row = await findRule(db, caller.orgId, id)
  if (!row) throw missing('alert rule')
  const [seen] = await rulesInScope(db, caller, [row])
  if (!seen) throw outsideScope(caller, 'alert rule')
  return toAlertRule(seen, await listRecipients(db, caller.orgId, [id]))
}

/** Rules of an organisation at most: each is held against every event, in the transaction that stores it. */
const mostRules = 1_000

/**
 * Makes a rule; one made with `enabled: false` is a draft.
 * @throws AppError invalid if its fields contradict each other; missing if it names what is not there; conflict for one
 *   too many
 */
export async function createAlertRule(
  deps: AlertDeps,
  caller: Caller,
  body: AlertRuleCreate,
): Promise<AlertRule> {
  requireRuleShape(body)
  return deps.database.inOrg(caller.orgId, async (tx) => {
    await lockOrganisation(tx, caller.orgId)
    if ((await countRules(tx, caller.orgId)) >= mostRules)
      throw conflict(`an organisation has at most ${mostRules} alert rules: delete one first`)
    await requireNamed(tx, caller.orgId, body)
    const { recipients, conditions_json: conditions, ...fields } = body
    const row = await insertRule(tx, {
      ...fields,
      org_id: caller.orgId,
      id: uuidv7(),
      conditions_json: JSON.stringify(conditions ?? {}),
      created_by_kind: caller.actor.kind,
      created_by_id: caller.actor.id,
      created_by_name: caller.actor.name,
    })
    await replaceRecipients(tx, caller.orgId, row.id, recipientRows(caller.orgId, row.id, recipients))
    await recordAudit(tx, caller.orgId, caller.actor, 'alert_rule.created', {
      kind: 'alert_rule',
      id: row.id,
    })
    return withRecipients(tx, row)
  })
}

/**
 * Changes some fields; the rule as changed must hold as a whole.
 * @throws AppError invalid, missing
 */
export async function updateAlertRule(
  deps: AlertDeps,
  caller: Caller,
  id: string,
  patch: AlertRulePatch,
): Promise<AlertRule> {
  const { recipients, conditions_json: conditions, ...fields } = patch
  const change = {
    ...fields,
    ...(conditions !== undefined && { conditions_json: JSON.stringify(conditions ?? {}) }),
  }
  if (Object.values(patch).every((value) => value === undefined)) throw invalid('no field to change')
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const before = await lockRule(tx, caller.orgId, id)
    if (!before) throw missing('alert rule')
    requireRuleShape(patched(before, patch))
    // What the patch leaves may name a camera that was deleted since.
    const { site_ids = [], camera_ids = [] } = patch
    await requireNamed(tx, caller.orgId, { site_ids, camera_ids, recipients: recipients ?? [] })
    const row = await saveRule(tx, caller.orgId, id, change)
    if (recipients !== undefined)
      await replaceRecipients(tx, caller.orgId, id, recipientRows(caller.orgId, id, recipients))
    await recordAudit(tx, caller.orgId, caller.actor, 'alert_rule.updated', { kind: 'alert_rule', id })
    return withRecipients(tx, row)
  })
}

/** Enables a draft; a rule that is enabled stays as it is. @throws AppError missing */
export function activateAlertRule(deps: AlertDeps, caller: Caller, id: string): Promise<AlertRule> {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const before = await lockRule(tx, caller.orgId, id)
    if (!before) throw missing('alert rule')
    if (before.enabled) return withRecipients(tx, before)
    const row = await saveRule(tx, caller.orgId, id, { enabled: true })
    await recordAudit(tx, caller.orgId, caller.actor, 'alert_rule.activated', { kind: 'alert_rule', id })
    return withRecipients(tx, row)
  })
}

/** Deletes softly: past alerts stay readable. @throws AppError missing */
export function deleteAlertRule(deps: AlertDeps, caller: Caller, id: string) {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    if (!(await lockRule(tx, caller.orgId, id))) throw missing('alert rule')
    await saveRule(tx, caller.orgId, id, { deleted_at: new Date(deps.clock.now()) })
    await recordAudit(tx, caller.orgId, caller.actor, 'alert_rule.deleted', { kind: 'alert_rule', id })
    return { message: 'the rule is deleted; its alerts stay' }
  })
}

type Named = Pick<AlertRuleCreate, 'site_ids' | 'camera_ids' | 'recipients'>

/**
 * Whatever a rule names must be of the organisation; if not, it does not exist for the caller.
 * @throws AppError missing for a site or camera; invalid for a recipient (interface: Create errors)
 */
async function requireNamed(tx: Tx, orgId: string, rule: Named): Promise<void> {
  const users = rule.recipients.map((recipient) => recipient.user_id)
  if (new Set(users).size < users.length) throw invalid('recipients names a user twice')
  for (const [table, error, ids] of [
    ['sites', () => missing('site'), rule.site_ids],
    ['cameras', () => missing('camera'), rule.camera_ids],
    ['users', noSuchRecipient, users],
  ] as const) {
    const distinct = [...new Set(ids)]
    if ((await countNamed(tx, orgId, table, distinct)) < distinct.length) throw error()
  }
}

async function withRecipients(tx: Tx, row: AlertRuleRow): Promise<AlertRule> {
  return toAlertRule(row, await listRecipients(tx, row.org_id, [row.id]))
}

function recipientRows(orgId: string, ruleId: string, recipients: Recipients) {
  return recipients.map(({ user_id, channels }) => ({
    org_id: orgId,
    id: uuidv7(),
    rule_id: ruleId,
    user_id,
    channels: [...new Set(channels)],
  }))
}

/** The rule as a patch leaves it, in so far as its fields depend on each other. */
function patched(before: AlertRuleRow, patch: AlertRulePatch) {
  return {
    rule_kind: patch.rule_kind ?? before.rule_kind,
    event_category: orElse(patch.event_category, before.event_category),
    system_trigger: orElse(patch.system_trigger, before.system_trigger),
    scope_type: patch.scope_type ?? before.scope_type,
    site_ids: patch.site_ids ?? before.site_ids,
    camera_ids: patch.camera_ids ?? before.camera_ids,
  }
}

/** Null is a value; only an absent field leaves what was there. */
function orElse<T>(given: T | undefined, before: T): T {
  return given === undefined ? before : given
}
