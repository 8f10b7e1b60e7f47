import type { AlertRuleTestResult } from '@sightline/protocol'
import { recordAudit } from '../audit/audit.service.js'
import { mailIsConfigured } from '../notifications/mail.service.js'
import { sendTestNotification } from '../notifications/notification.service.js'
import type { Caller } from '../platform/caller.js'
import { missing } from '../platform/errors.js'
import type { Platform } from '../platform/platform.js'
import { requireToken } from '../platform/rate-bucket.js'
import { findRule } from './alert-rule.repository.js'

/**
 * Sends a test notification to the recipients of a rule, whether or not it is enabled.
 * @throws AppError missing; rate_limited
 */
export async function testAlertRule(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  caller: Caller,
  id: string,
): Promise<AlertRuleTestResult> {
  const { orgId } = caller
  const rule = await findRule(database.forOrg(orgId), orgId, id)
  if (!rule) throw missing('alert rule')
  const bucket = { key: `alert-rule-test:${orgId}`, perMinute: config.testsPerMinute }
  await requireToken(database.lookup, bucket, 'too many tests of rules in this organisation; wait a moment')
  const notified = await database.inOrg(orgId, async (tx) => {
    const byMail = mailIsConfigured(config)
    const told = await sendTestNotification(tx, orgId, { ruleId: id, ruleName: rule.name, byMail })
    await recordAudit(tx, orgId, caller.actor, 'alert_rule.tested', { kind: 'alert_rule', id }, { ...told })
    return told
  })
  return { message: messageFor(notified, mailIsConfigured(config)), notified }
}

function messageFor({ in_app, email }: AlertRuleTestResult['notified'], canMail: boolean): string {
  const told = `the test is in ${in_app === 1 ? 'one inbox' : `${in_app} inboxes`}`
  if (!canMail) return `${told}; no e-mail is sent, because no mail server is set`
  return `${told} and on its way to ${email === 1 ? 'one address' : `${email} addresses`}`
}
