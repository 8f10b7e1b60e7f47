import type { AlertRule, AlertRuleCreate, AlertRulePatch, PageWhenAskedQuery } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { pushIsConfigured } from '../../delivery/notifications/push/push-configured.service.js'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { lockOrganisation } from '../../identity/organisation/organisation.service.js'
import { type Caller, outsideScope } from '../../platform/caller.js'
import type { Db, Tx } from '../../platform/database/handles.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import { conflict, invalid, missing } from '../../platform/errors.js'
import { mailIsConfigured } from '../../platform/mail/queue-mail.js'
import { pageWhenAsked } from '../../platform/pagination/page-when-asked.js'
import type { Platform } from '../../platform/platform.js'
import {
  countNamed,
  countRules,
  findRule,
  insertRule,
  listRecipients,
  listRules,
  listSentences,
  lockRule,
  replaceRecipients,
  saveRule,
} from './alert-rule.repository.js'
import type { AlertRuleRow } from './alert-rule.table.js'
import { noSuchRecipient } from './rule-recipients.js'
import { requireRuleShape } from './rule-shape.js'
import { rulesInScope } from './rules-in-scope.js'
import { type BesideRules, toAlertRule } from './show-rule.js'

type RuleDeps = Pick<Platform, 'database' | 'config' | 'publicUrl'>

type Recipients = AlertRuleCreate['recipients']

/**
 * The rules that concern the caller's sites, newest first; a page of them if it is asked for.
 * @throws AppError invalid for a foreign cursor
 */
export async function listAlertRules(
  deps: RuleDeps & Pick<Platform, 'keys'>,
  caller: Caller,
  query: PageWhenAskedQuery,
) {
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const all = await rulesInScope(db, caller, await listRules(db, caller.orgId))
  const asked = { list: 'alert_rules', scope: caller, query } as const
  const { rows, ...page } = pageWhenAsked(all, { ...asked, keys: deps.keys, order: 'newest first' })
  const beside = await besideRules(deps, db, caller.orgId, rows)
  return { data: rows.map((row) => toAlertRule(row, beside)), ...page }
}

/** @throws AppError missing; forbidden if the rule concerns none of the caller's sites */
export async function getAlertRule(deps: RuleDeps, caller: Caller, id: string): Promise<AlertRule> {
  const seen = await requireAlertRule(deps, caller, id)
  const db = deps.database.forOrg(caller.orgId)
  return toAlertRule(seen, await besideRules(deps, db, caller.orgId, [seen]))
}

/** The rule as the caller may see it. @throws AppError missing; forbidden if it concerns none of the caller's sites */
export async function requireAlertRule(
  deps: Pick<Platform, 'database'>,
  caller: Caller,
  id: string,
): Promise<AlertRuleRow> {
  const db = deps.database.forOrg(caller.orgId)
  const row = await findRule(db, caller.orgId, id)
  if (!row) throw missing('alert rule')
  const [seen] = await rulesInScope(db, caller, [row])
  if (!seen) throw outsideScope(caller, 'alert rule')
  return seen
}

/** Rules of an organisation at most: each is held against every event, in the transaction that stores it. */
const mostRules = 1_000

/**
 * Makes a rule; one made with `enabled: false` is a draft.
 * @throws AppError invalid if its fields contradict each other; missing if it names what is not there; conflict for one
 *   too many
 */
export async function createAlertRule(
  deps: RuleDeps,
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
    await recordAudit(tx, caller, 'alert_rule.created', {
      target: {
        kind: 'alert_rule',
        id: row.id,
      },
    })
    return shown(deps, tx, row)
  })
}

/**
 * Changes some fields; the rule as changed must hold as a whole.
 * @throws AppError invalid, missing; conflict if it was changed since the `if_updated_at` of the patch
 */
export async function updateAlertRule(
  deps: RuleDeps,
  caller: Caller,
  id: string,
  patch: AlertRulePatch,
): Promise<AlertRule> {
  const { recipients, conditions_json: conditions, if_updated_at: known, ...fields } = patch
  const change = {
    ...fields,
    ...(conditions !== undefined && { conditions_json: JSON.stringify(conditions ?? {}) }),
  }
  const isChange = [...Object.values(fields), recipients, conditions].some((value) => value !== undefined)
  if (!isChange) throw invalid('no field to change')
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const before = await lockRule(tx, caller.orgId, id)
    if (!before) throw missing('alert rule')
    if (known !== undefined && toTimestamp(before.updated_at) !== known)
      throw conflict('the rule was changed meanwhile: read it again, then change it')
    requireRuleShape(patched(before, patch))
    // What the patch leaves may name a camera that was deleted since.
    const { site_ids = [], camera_ids = [] } = patch
    await requireNamed(tx, caller.orgId, { site_ids, camera_ids, recipients: recipients ?? [] })
    const row = await saveRule(tx, caller.orgId, id, change)
    if (recipients !== undefined)
      await replaceRecipients(tx, caller.orgId, id, recipientRows(caller.orgId, id, recipients))
    await recordAudit(tx, caller, 'alert_rule.updated', { target: { kind: 'alert_rule', id } })
    return shown(deps, tx, row)
  })
}

/** Enables a draft; a rule that is enabled stays as it is. @throws AppError missing */
export function activateAlertRule(deps: RuleDeps, caller: Caller, id: string): Promise<AlertRule> {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    const before = await lockRule(tx, caller.orgId, id)
    if (!before) throw missing('alert rule')
    if (before.enabled) return shown(deps, tx, before)
    const row = await saveRule(tx, caller.orgId, id, { enabled: true })
    await recordAudit(tx, caller, 'alert_rule.activated', { target: { kind: 'alert_rule', id } })
    return shown(deps, tx, row)
  })
}

/** Deletes softly: past alerts stay readable. @throws AppError missing */
export function deleteAlertRule(deps: Pick<Platform, 'database' | 'clock'>, caller: Caller, id: string) {
  return deps.database.inOrg(caller.orgId, async (tx) => {
    if (!(await lockRule(tx, caller.orgId, id))) throw missing('alert rule')
    await saveRule(tx, caller.orgId, id, { deleted_at: new Date(deps.clock.now()) })
    await recordAudit(tx, caller, 'alert_rule.deleted', { target: { kind: 'alert_rule', id } })
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

async function shown(deps: RuleDeps, tx: Tx, row: AlertRuleRow): Promise<AlertRule> {
  return toAlertRule(row, await besideRules(deps, tx, row.org_id, [row]))
}

async function besideRules(
  { config, publicUrl }: RuleDeps,
  db: Db,
  orgId: string,
  rows: readonly AlertRuleRow[],
): Promise<BesideRules> {
  const ids = rows.map(({ id }) => id)
  const versions = rows.flatMap(({ compiled_version_id: id }) => id ?? [])
  return {
    recipients: await listRecipients(db, orgId, ids),
    sentences: await listSentences(db, orgId, versions),
    notSetUp: [
      ...(mailIsConfigured(config) ? [] : (['email'] as const)),
      ...(pushIsConfigured(config, publicUrl()) ? [] : (['push'] as const)),
    ],
  }
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
