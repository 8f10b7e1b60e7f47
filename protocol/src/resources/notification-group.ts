import { z } from 'zod'
import { Id, PageQuery, page, QueryFlag, Timestamp } from './common.js'
import { DateBound } from './moment.js'

/** The longest window in which alerts become one notification, seconds: one day. */
export const maxNotificationWindowSec = 86_400

/** How long alerts of one rule and camera are notified of together. */
export const NotificationWindowSec = z
  .number()
  .int('whole seconds')
  .min(0, '0 tells of every alert by itself')
  .max(maxNotificationWindowSec, `at most ${maxNotificationWindowSec} seconds, which is a day`)

/** Whose setting decided. */
export const SettingOrigin = z
  .enum(['service', 'organisation', 'rule', 'camera', 'user'])
  .describe('`service`: how the service is set up, or what it does where nobody chose')

/** A setting that decided, with the value that it had then. */
export const DecidingSetting = z
  .object({
    name: z.string().describe('As the API or the operator names it: `notification_window_sec`, `channels`'),
    value: z.unknown().describe('Its value then; of a long list the first ten'),
    origin: SettingOrigin,
  })
  .meta({ id: 'DecidingSetting' })

/** What became of telling somebody of an alert. */
export const DecisionOutcome = z
  .enum(['sent', 'waiting', 'merged', 'held_back', 'failed'])
  .describe(
    '`sent`: told by itself. `waiting`: an e-mail, or a message to browsers, that has not left. `merged`: told together with other alerts. ' +
      '`held_back`: nobody, or not this person, is told. `failed`: the e-mail, or the message to browsers, was given up',
  )

/** One alert, one person, one channel: what became of it, and by which setting. */
export const NotificationDecision = z
  .object({
    id: Id,
    decided_at: Timestamp.describe('When the alert came, or was held back'),
    alert_id: Id.nullable().describe('Null for one that No-Big-Deal held back: it is no alert'),
    event_id: Id.nullable().describe('Null for a system alert, and once retention has removed the event'),
    user_id: Id.nullable().describe('Null where the decision is about everybody'),
    user_name: z.string().nullable().describe('Their name at that time'),
    channel: z
      .enum(['in_app', 'email', 'push'])
      .nullable()
      .describe('Null where the decision is about every channel'),
    outcome: DecisionOutcome,
    told_at: Timestamp.nullable().describe(
      'When it stood in the inbox, or when the mail server took the e-mail that tells of it, or a push service the message',
    ),
    reason: z.string().describe('The same in a sentence'),
    setting: DecidingSetting,
  })
  .meta({ id: 'NotificationDecision' })

const count = z.number().int().min(0)

/** Alerts of one rule and one camera or gateway that are notified of together. */
export const NotificationGroup = z
  .object({
    id: Id,
    rule_id: Id,
    rule_name: z.string().describe("The rule's name when the group was opened"),
    camera_id: Id.nullable().describe('Null for the outage of a gateway'),
    camera_name: z.string().nullable(),
    gateway_id: Id.nullable().describe('Of the outage of a gateway, else null'),
    gateway_name: z.string().nullable(),
    site_id: Id.describe('The site at trigger time'),
    site_name: z.string(),
    late: z.boolean().describe('Its alerts came more than 15 minutes after they happened'),
    window_sec: z.number().int().min(0).describe('0: its one alert was told of by itself'),
    window_origin: z.enum(['organisation', 'rule']),
    opened_at: Timestamp,
    closes_at: Timestamp.describe('What comes later opens the next group'),
    open: z.boolean(),
    alert_count: count,
    decisions: z
      .object({ sent: count, waiting: count, merged: count, held_back: count, failed: count })
      .describe('How many decisions there are of each outcome'),
    first_alert_at: Timestamp.nullable().describe('By trigger time; null while all were held back'),
    last_alert_at: Timestamp.nullable(),
    digest: z.string().describe("What it tells, with times in the organisation's timezone; may be empty"),
  })
  .meta({ id: 'NotificationGroup' })

/** Query of `GET /api/v1/admin/notification-groups`; dates are those on which groups were opened. */
export const NotificationGroupQuery = PageQuery.extend({
  rule_id: Id.optional(),
  camera_id: Id.optional(),
  site_id: Id.optional(),
  date_from: DateBound.optional(),
  date_to: DateBound.optional(),
  open: QueryFlag.optional().describe(
    '`true`: only groups that still take alerts; `false`: only those that do not',
  ),
})

export const NotificationGroupPage = page(NotificationGroup)
export const NotificationDecisionPage = page(NotificationDecision)

export type NotificationGroup = z.infer<typeof NotificationGroup>
export type NotificationGroupQuery = z.infer<typeof NotificationGroupQuery>
export type NotificationDecision = z.infer<typeof NotificationDecision>
export type DecisionOutcome = z.infer<typeof DecisionOutcome>
export type DecidingSetting = z.infer<typeof DecidingSetting>
export type SettingOrigin = z.infer<typeof SettingOrigin>
