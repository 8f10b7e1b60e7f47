import { uuidv7 } from 'uuidv7'
import type { Tx } from '../platform/database/database.js'
import { notify } from '../platform/notify.js'
import { decidedBy, insertDecisions, type NewDecision } from './decision.repository.js'
import { joinedMembers, type Member, type NotifiedAlert, toldBefore } from './group-members.js'
import { entriesOf } from './inbox-entries.js'
import { putGroupEntries } from './notification.repository.js'
import { planTelling, type Told, type Way } from './plan-telling.js'
import {
  addToDigests,
  addToGroupDigests,
  type GroupReader,
  insertAlertMails,
  type MailOfReader,
  readerKey,
} from './queue-alert-mail.repository.js'

export type { NotifiedAlert } from './group-members.js'

/**
 * Tells the recipients of the alerts' rules, in the transaction that writes the alerts, and writes down for each alert,
 * person and channel what became of it. The first alert of a group is told of at once; those that follow within its
 * window are added to the entry of the inbox, and come in one e-mail when the window ends. Entries are written for those
 * who may see the site now. E-mail is queued, and judged when it is sent; that of late alerts goes into one digest for
 * each rule and person. Repeating an alert tells nobody twice.
 */
export async function notifyRecipients(
  tx: Tx,
  orgId: string,
  alerts: readonly NotifiedAlert[],
): Promise<void> {
  if (alerts.length === 0) return
  const members = await joinedMembers(tx, orgId, alerts)
  if (members.length === 0) return
  const told = planTelling(members, await toldBefore(tx, orgId, members))
  await putGroupEntries(tx, orgId, entriesOf(told))
  const mails = [
    await insertAlertMails(tx, orgId, readersOf(told, 'mail')),
    await addToGroupDigests(tx, orgId, readersOf(told, 'group_digest')),
    await addToDigests(tx, orgId, readersOf(told, 'late_digest')),
  ]
  await insertDecisions(
    tx,
    orgId,
    told.map((one) => decisionOf(one, mails)),
  )
  if (told.some(({ way }) => way === 'mail')) await notify(tx, 'work', 'outgoing_mail')
}

function readersOf(told: readonly Told<Member>[], way: Way): GroupReader[] {
  return told.flatMap(({ member, person, way: taken }) =>
    taken === way && person !== null
      ? [
          {
            alertId: member.alertId,
            ruleId: member.alert.rule_id,
            userId: person.userId,
            groupId: member.groupId,
            closesAt: member.group.closes_at,
          },
        ]
      : [],
  )
}

function decisionOf(
  { member, person, channel, outcome, by }: Told<Member>,
  mails: readonly MailOfReader[],
): NewDecision {
  const key = person && readerKey({ alertId: member.alertId, userId: person.userId })
  const mailId =
    channel === 'email' && key !== null ? mails.map((of) => of.get(key)).find(Boolean) : undefined
  return {
    id: uuidv7(),
    group_id: member.groupId,
    alert_id: member.alertId,
    event_id: null,
    user_id: person?.userId ?? null,
    user_name: person?.name ?? null,
    channel,
    outcome,
    mail_id: mailId ?? null,
    told_now: channel === 'in_app' && outcome !== 'held_back',
    ...decidedBy(by),
  }
}
