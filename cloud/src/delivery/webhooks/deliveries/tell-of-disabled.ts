import { organisationName } from '../../../identity/organisation/organisation.service.js'
import type { Config } from '../../../platform/config.js'
import type { Tx } from '../../../platform/database/handles.js'
import { oneLine } from '../../../platform/mail/mail-text.js'
import { mailIsConfigured, queueMail } from '../../../platform/mail/queue-mail.js'
import type { SecretBox } from '../../../platform/secrets/secret-box.js'
import { listAdminAddresses, type WebhookRow } from '../webhook.repository.js'

export interface TellDeps {
  readonly config: Pick<Config, 'smtpUrl'>
  readonly secretBox: SecretBox
  readonly publicUrl: () => string
}

/**
 * Mails the owners and admins that a webhook was disabled, in the transaction that does it: alerts leave by it no more, and
 * who receives them only notices that nothing comes. Queues nothing where no mail server is set.
 */
export async function tellOfDisabled(
  { config, secretBox, publicUrl }: TellDeps,
  tx: Tx,
  webhook: Pick<WebhookRow, 'org_id' | 'id' | 'url'>,
  reason: string,
): Promise<void> {
  if (!mailIsConfigured(config)) return
  const { org_id: orgId, id, url } = webhook
  // Path and query may hold a receiver's secret.
  const host = oneLine(URL.canParse(url) ? new URL(url).host : 'an address that cannot be read')
  const organisation = oneLine(await organisationName(tx, orgId))
  const subject = `Webhook to ${host} was switched off`
  const text = `The webhook of ${organisation} to ${host} was switched off: ${reason}.

Alerts are not sent there any more, also not later, until an admin switches it on again:
${publicUrl()}/settings/webhooks/${id}

What its receiver answered stands there with each delivery. Those that failed can be sent anew.
`
  for (const to of await listAdminAddresses(tx, orgId)) {
    await queueMail(tx, secretBox, { orgId, to, subject, text })
  }
}
