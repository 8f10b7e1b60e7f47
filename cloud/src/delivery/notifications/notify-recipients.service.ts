import { uuidv7 } from 'uuidv7'
import type { Tx } from '../../platform/database/handles.js'
import { notify } from '../../platform/database/notify.js'
import { decidedBy, insertDecisions, type NewDecision } from './decisions/decision.repository.js'
import { joinedMembers, type Member, type NotifiedAlert, notifiedBefore } from './groups/group-members.js'
import { entriesOf } from './inbox/inbox-entries.js'
import { putGroupEntries } from './inbox/notification.repository.js'
import { addToDigests, digestKinds, insertAlertMails } from './mail/queue-alert-mail.repository.js'
import { addToPushDigests, insertAlertPushes } from './push/outgoing/queue-push.repository.js'
import { type GroupReader, type MessageOfReader, readerKey } from './recipients/message-of-reader.js'
import {
  type Channel,
  type NotificationMethod,
  type PlannedNotification,
  planNotifications,
} from './recipients/plan-notifications.js'

export type { NotifiedAlert } from './groups/group-members.js'

/**
 * Notifies the recipients of the alerts' rules, in the transaction that writes the alerts, and records for each alert,
 * person and channel what became of it. The first alert of a group is sent at once; those that follow within its
 * window are added to the entry of the inbox, and come in one e-mail and one message to browsers when the window ends. Entries are written for those
 * who may see the site now. E-mail and messages are queued, and judged when they are sent; those of late alerts go into one digest for
 * each rule and person. Repeating an alert notifies nobody twice.
 */
export async function notifyRecipients(
  tx: Tx,
  orgId: string,
  alerts: readonly NotifiedAlert[],
): Promise<void> {
  if (alerts.length === 0) return
  const members = await joinedMembers(tx, orgId, alerts)
  if (members.length === 0) return
  const planned = planNotifications(members, await notifiedBefore(tx, orgId, members))
  await putGroupEntries(tx, orgId, entriesOf(planned))
  const mailed = (method: NotificationMethod) => readersOf(planned, 'email', method)
  const mails = [
    await insertAlertMails(tx, orgId, mailed('at_once')),
    await addToDigests(tx, orgId, digestKinds.group_digest, mailed('group_digest')),
    await addToDigests(tx, orgId, digestKinds.late_digest, mailed('late_digest')),
  ]
  const pushed = (method: NotificationMethod) => readersOf(planned, 'push', method)
  const pushes = [
    await insertAlertPushes(tx, orgId, pushed('at_once')),
    await addToPushDigests(tx, orgId, 'group_digest', pushed('group_digest')),
    await addToPushDigests(tx, orgId, 'late_digest', pushed('late_digest')),
  ]
  await insertDecisions(
    tx,
    orgId,
    planned.map((one) => decisionOf(one, { mails, pushes })),
  )
  if (mailed('at_once').length > 0) await notify(tx, 'work', 'outgoing_mail')
  if (pushed('at_once').length > 0) await notify(tx, 'work', 'outgoing_pushes')
}

function readersOf(
  planned: readonly PlannedNotification<Member>[],
  by: Channel,
  method: NotificationMethod,
): GroupReader[] {
  return planned.flatMap(({ member, person, channel, method: taken }) =>
    channel === by && taken === method && person !== null
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
  { member, person, channel, outcome, by }: PlannedNotification<Member>,
  { mails, pushes }: Record<'mails' | 'pushes', readonly MessageOfReader[]>,
): NewDecision {
  const key = person && readerKey({ alertId: member.alertId, userId: person.userId })
  const among = (messages: readonly MessageOfReader[]) =>
    key === null ? null : (messages.map((of) => of.get(key)).find(Boolean) ?? null)
  return {
    id: uuidv7(),
    group_id: member.groupId,
    alert_id: member.alertId,
    event_id: null,
    user_id: person?.userId ?? null,
    user_name: person?.name ?? null,
    channel,
    outcome,
    mail_id: channel === 'email' ? among(mails) : null,
    push_id: channel === 'push' ? among(pushes) : null,
    notified_now: channel === 'in_app' && outcome !== 'held_back',
    ...decidedBy(by),
  }
}
