import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../platform/database/handles.js'
import { notify } from '../../platform/database/notify.js'
import { insertMails } from '../../platform/mail/mail.repository.js'
import { oneLine } from '../../platform/mail/mail-text.js'
import { insertNotifications, listRecipients } from './inbox/notification.repository.js'
import { listAddresses } from './mail/alert-mail.repository.js'
import { insertTestPushes } from './push/outgoing/queue-push.repository.js'

interface TestedRule {
  readonly ruleId: string
  readonly ruleName: string
  /** Whether a mail server is set: without one no mail is queued. */
  readonly byMail: boolean
  /** Whether messages to browsers are set up. */
  readonly byPush: boolean
}

/** How many entries of inboxes were written, and how many mails were queued. */
interface TestNotified {
  readonly in_app: number
  readonly email: number
  /** People whose browsers are sent a message. */
  readonly push: number
}

/** Sends the recipients of a rule a test, by the channels that each of them has. */
export async function sendTrialNotification(
  tx: Tx,
  orgId: string,
  { ruleId, ruleName, byMail, byPush }: TestedRule,
): Promise<TestNotified> {
  const recipients = await listRecipients(tx, orgId, [ruleId])
  const title = `Test of the rule ${ruleName}`
  const inbox = recipients
    .filter(({ channels }) => channels.includes('in_app'))
    .map(({ user_id }) => ({
      org_id: orgId,
      id: uuidv7(),
      user_id,
      kind: 'test' as const,
      title,
      body: testText,
    }))
  const readers = recipients.filter(({ channels }) => byMail && channels.includes('email'))
  const addresses = await listAddresses(
    tx,
    orgId,
    readers.map(({ user_id }) => user_id),
  )
  const mails = addresses.map((recipient) => ({
    org_id: orgId,
    id: uuidv7(),
    recipient,
    subject: oneLine(title),
    body_text: `${testText}\n\nRule: ${oneLine(ruleName)}\n`,
  }))
  const pushed = recipients
    .filter(({ channels }) => byPush && channels.includes('push'))
    .map(({ user_id }) => ({ org_id: orgId, user_id, rule_id: ruleId, subscription_id: null }))
  const sent = {
    in_app: await insertNotifications(tx, inbox),
    email: await insertMails(tx, mails),
    push: await insertTestPushes(tx, pushed),
  }
  if (sent.push > 0) await notify(tx, 'work', 'outgoing_pushes')
  if (sent.email > 0) await notify(tx, 'work', 'outgoing_mail')
  return sent
}

const testText = 'This is a test. Nothing has happened.'
