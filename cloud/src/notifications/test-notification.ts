import { uuidv7 } from 'uuidv7'
import type { Tx } from '../platform/database/database.js'
import { notify } from '../platform/notify.js'
import { listAddresses } from './alert-mail.repository.js'
import { insertMails } from './mail.repository.js'
import { oneLine } from './mail-text.js'
import { insertNotifications, listRecipients } from './notification.repository.js'

export interface TestedRule {
  readonly ruleId: string
  readonly ruleName: string
  /** Whether a mail server is set: without one no mail is queued. */
  readonly byMail: boolean
}

/** How many entries of inboxes were written, and how many mails were queued. */
export interface TestNotified {
  readonly in_app: number
  readonly email: number
}

/** Tells the recipients of a rule that this is a test, by the channels that each of them has. */
export async function sendTestNotification(
  tx: Tx,
  orgId: string,
  { ruleId, ruleName, byMail }: TestedRule,
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
  const told = { in_app: await insertNotifications(tx, inbox), email: await insertMails(tx, mails) }
  if (told.email > 0) await notify(tx, 'work', 'outgoing_mail')
  return told
}

const testText = 'This is a test. Nothing has happened.'
