import type { AlertRule, NewRule, Recipient } from '../../api/rules.js'

/** What people set of a rule, whether it is made already or not. */
export type RuleFields = Pick<
  AlertRule,
  | 'name'
  | 'rule_kind'
  | 'event_category'
  | 'source_filter'
  | 'system_trigger'
  | 'scope_type'
  | 'site_ids'
  | 'camera_ids'
  | 'schedule_type'
  | 'cooldown_sec'
  | 'notification_window_sec'
  | 'severity'
> & { readonly recipients: readonly Recipient[] }

/** What is changed of a rule in one step. */
export type FieldsChange = Omit<NewRule, 'name' | 'rule_kind'> & { name?: string }

/** Of what a rule tells: what a sentence says, a kind of event at once, or what is off line. */
export type Manner = 'words' | 'at_once' | 'outage'

export const mannerOf = ({ rule_kind: kind, active_version_id: version }: AlertRule): Manner =>
  kind === 'system_event' ? 'outage' : version === null ? 'at_once' : 'words'

/** A rule as it is before anything was said of it. */
export const fieldsAtFirst = (me: string): RuleFields => ({
  name: '',
  rule_kind: 'camera_event',
  event_category: null,
  source_filter: null,
  system_trigger: null,
  scope_type: 'all_cameras',
  site_ids: [],
  camera_ids: [],
  schedule_type: 'always',
  cooldown_sec: 300,
  notification_window_sec: null,
  severity: 'medium',
  recipients: [{ user_id: me, channels: ['in_app', 'email', 'push'] }],
})

/** The rule as it is asked for when it is made. */
export function newRuleOf(fields: RuleFields, manner: Manner): NewRule {
  const { event_category, source_filter, system_trigger, ...rest } = fields
  const common = {
    ...rest,
    name: fields.name.trim(),
    recipients: fields.recipients.map(({ user_id, channels }) => ({ user_id, channels: [...channels] })),
  }
  switch (manner) {
    case 'outage':
      return { ...common, rule_kind: 'system_event', system_trigger: system_trigger ?? 'camera_offline' }
    case 'at_once':
      return { ...common, rule_kind: 'camera_event', event_category, source_filter }
    case 'words':
      // Off until its version judges: until then it would tell of every event.
      return { ...common, rule_kind: 'camera_event', enabled: false }
  }
}

/** What can be otherwise when somebody else changed a rule. */
export const comparedFields = [
  'name',
  'enabled',
  'severity',
  'cooldown_sec',
  'notification_window_sec',
  'recipients',
  'event_category',
  'source_filter',
  'system_trigger',
  'scope',
  'schedule_type',
  'active_version_id',
] as const
export type ComparedField = (typeof comparedFields)[number]

/** Which parts of a rule are otherwise than they were. */
export function differencesOf(before: AlertRule, after: AlertRule): ComparedField[] {
  const valueOf = (rule: AlertRule, field: ComparedField): unknown => {
    switch (field) {
      case 'scope':
        return [rule.scope_type, rule.site_ids.toSorted(), rule.camera_ids.toSorted()]
      case 'recipients':
        return rule.recipients
          .map(({ user_id: id, channels }) => [id, ...channels.toSorted()].join(' '))
          .toSorted()
      default:
        return rule[field]
    }
  }
  return comparedFields.filter(
    (field) => JSON.stringify(valueOf(before, field)) !== JSON.stringify(valueOf(after, field)),
  )
}
