import type { AlertRuleTestResult } from '@sightline/protocol'
import { pushIsConfigured } from '../../delivery/notifications/push/push-configured.service.js'
import { sendTrialNotification } from '../../delivery/notifications/trial-notification.service.js'
import { recordAudit } from '../../identity/audit/audit.service.js'
import type { Caller } from '../../platform/caller.js'
import { missing } from '../../platform/errors.js'
import { mailIsConfigured } from '../../platform/mail/queue-mail.js'
import type { Platform } from '../../platform/platform.js'
import { requireToken } from '../../platform/rate-limit/token-bucket.js'
import { findRule } from './alert-rule.repository.js'

/**
 * Sends a test notification to the recipients of a rule, whether or not it is enabled.
 * @throws AppError missing; rate_limited
 */
export async function tryAlertRule(
  { database, config, publicUrl }: Pick<Platform, 'database' | 'config' | 'publicUrl'>,
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
    const byPush = pushIsConfigured(config, publicUrl())
    const sent = await sendTrialNotification(tx, orgId, { ruleId: id, ruleName: rule.name, byMail, byPush })
    await recordAudit(tx, caller, 'alert_rule.tested', {
      target: { kind: 'alert_rule', id },
      data: { ...sent },
    })
    return sent
  })
  return { message: messageFor(notified, mailIsConfigured(config)), notified }
}

function messageFor({ in_app, email, push }: AlertRuleTestResult['notified'], canMail: boolean): string {
  const sent = `the test is in ${in_app === 1 ? 'one inbox' : `${in_app} inboxes`}`
  const browsers =
    push === 0 ? '' : `; the browsers of ${push === 1 ? 'one person' : `${push} people`} are sent it`
  if (!canMail) return `${sent}${browsers}; no e-mail is sent, because no mail server is set`
  return `${sent} and on its way to ${email === 1 ? 'one address' : `${email} addresses`}${browsers}`
}
