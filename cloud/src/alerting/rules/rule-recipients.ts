import { maxRecipients, type Recipient, type RuleRecipient } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Caller } from '../../platform/caller.js'
import { invalid, missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import {
  countNamed,
  deleteRecipient,
  findRule,
  listRecipients,
  lockRule,
  saveRecipient,
  saveRule,
} from './alert-rule.repository.js'
import { toRecipient } from './show-rule.js'

/** A reference to a recipient is part of the rule's own correctness (interface: Create errors). */
export const noSuchRecipient = () => invalid('recipients: there is no such user')

type RuleDeps = Pick<Platform, 'database'>

/** @throws AppError missing */
export async function listRuleRecipients(deps: RuleDeps, caller: Caller, ruleId: string) {
  const { orgId } = caller
  const db = deps.database.forOrg(orgId)
  if (!(await findRule(db, orgId, ruleId))) throw missing('alert rule')
  const rows = await listRecipients(db, orgId, [ruleId])
  return { data: rows.map(toRecipient), total: rows.length }
}

/**
 * Adds a recipient; one who is there already keeps the row and takes the new channels.
 * @throws AppError missing; invalid for an unknown user, or one recipient too many
 */
export function addRecipient(
  deps: RuleDeps,
  caller: Caller,
  ruleId: string,
  { user_id: userId, channels }: Recipient,
): Promise<{ recipient: RuleRecipient; isNew: boolean }> {
  const { orgId } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    // Of two at once the second sees the first, so that there is never one too many.
    if (!(await lockRule(tx, orgId, ruleId))) throw missing('alert rule')
    if ((await countNamed(tx, orgId, 'users', [userId])) === 0) throw noSuchRecipient()
    const before = await listRecipients(tx, orgId, [ruleId])
    const isNew = before.every((one) => one.user_id !== userId)
    if (isNew && before.length >= maxRecipients)
      throw invalid(`recipients: a rule has at most ${maxRecipients}`)
    await saveRecipient(tx, {
      org_id: orgId,
      id: uuidv7(),
      rule_id: ruleId,
      user_id: userId,
      channels: [...new Set(channels)],
    })
    const row = (await listRecipients(tx, orgId, [ruleId])).find((one) => one.user_id === userId)
    if (!row) throw noSuchRecipient()
    await saveRule(tx, orgId, ruleId, {})
    const target = { kind: 'alert_rule', id: ruleId }
    await recordAudit(tx, caller, 'alert_rule.recipient_set', {
      target,
      data: {
        user_id: userId,
        channels,
      },
    })
    return { recipient: toRecipient(row), isNew }
  })
}

/** @throws AppError missing */
export function removeRecipient(deps: RuleDeps, caller: Caller, ruleId: string, id: string) {
  const { orgId } = caller
  return deps.database.inOrg(orgId, async (tx) => {
    if (!(await lockRule(tx, orgId, ruleId))) throw missing('alert rule')
    const removed = await deleteRecipient(tx, orgId, ruleId, id)
    if (!removed) throw missing('recipient')
    await saveRule(tx, orgId, ruleId, {})
    const target = { kind: 'alert_rule', id: ruleId }
    const data = { user_id: removed.user_id }
    await recordAudit(tx, caller, 'alert_rule.recipient_removed', { target, data })
    return { message: 'the recipient is removed' }
  })
}
