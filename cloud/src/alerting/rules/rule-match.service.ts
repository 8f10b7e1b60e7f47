import type { EventCategory } from '@sightline/protocol'
import { likeMatches } from '../../platform/text/like-match.js'
import { tagCovers } from '../../understanding/labels/label.service.js'

/** The part of a rule that decides whether an event concerns it. */
export interface RuleCondition {
  readonly rule_kind: 'camera_event' | 'system_event'
  readonly enabled: boolean
  readonly event_category: EventCategory | null
  readonly trigger_topic_pattern: string | null
  readonly source_filter: readonly string[] | null
  readonly custom_tags: readonly string[]
  readonly min_confidence: number | null
  readonly scope_type: 'all_cameras' | 'site' | 'cameras'
  readonly site_ids: readonly string[]
  readonly camera_ids: readonly string[]
  readonly schedule_type: 'always' | 'business_hours'
  /** The compiled version that judges it after analysis, if it has an active one. */
  readonly compiled_version_id: string | null
}

/** The part of an event that rules match. */
export interface JudgedEvent {
  readonly event_category: EventCategory
  readonly trigger_topic: string
  readonly trigger_source: string
  readonly camera_id: string
}

/** What is known of an event after analysis, in so far as rules match it themselves. */
export interface AnalysedEvent extends JudgedEvent {
  /** The site at trigger time. */
  readonly site_id: string
  /** Lower case. */
  readonly tags: readonly string[]
  /** 0 to 1; null where nobody said how sure it is. */
  readonly confidence: number | null
}

/** Why a rule does not concern an event. */
type NoMatch =
  | 'not enabled'
  | 'other kind'
  | 'judged after analysis'
  | 'waits for analysis'
  | 'schedule not applied'
  | 'site scope not applied'
  | 'other site'
  | 'other camera'
  | 'other category'
  | 'other topic'
  | 'other source'
  | 'other tags'
  | 'not sure enough'

/**
 * Why `rule` does not fire on `event` at once, or null if it does; cooldown is not considered.
 * A rule with an active compiled version is judged after analysis. One with tags or a minimum confidence waits for
 * analysis, and the scope `site` and the schedule `business_hours` are stored but never fire (interface: Alert rule).
 */
export function mismatch(rule: RuleCondition, event: JudgedEvent): NoMatch | null {
  return notAtOnce(rule) ?? unlike(rule, event)
}

/** Whether there are events on which a rule fires at once. */
export function firesAtOnce(rule: RuleCondition): boolean {
  return notAtOnce(rule) === null
}

function notAtOnce(rule: RuleCondition): NoMatch | null {
  if (!rule.enabled) return 'not enabled'
  if (rule.rule_kind !== 'camera_event') return 'other kind'
  if (rule.compiled_version_id !== null) return 'judged after analysis'
  return neverFires(rule)
}

/**
 * Why an event that was analysed does not concern `rule`, whatever its compiled version says, or null if it does.
 * Here the scope `site`, the tags (one of them is enough, or what it covers) and the minimum confidence apply; the schedule
 * `business_hours` never fires here either.
 */
export function mismatchAfterAnalysis(rule: RuleCondition, event: AnalysedEvent): NoMatch | null {
  if (!rule.enabled) return 'not enabled'
  if (rule.rule_kind !== 'camera_event') return 'other kind'
  if (rule.schedule_type !== 'always') return 'schedule not applied'
  if (rule.scope_type === 'site' && !rule.site_ids.includes(event.site_id)) return 'other site'
  const other = unlike(rule, event)
  if (other !== null) return other
  if (!tagsAsked(rule, event)) return 'other tags'
  if (rule.min_confidence !== null && (event.confidence ?? -1) < rule.min_confidence) return 'not sure enough'
  return null
}

/** What is the same at once and after analysis. */
function unlike(rule: RuleCondition, event: JudgedEvent): NoMatch | null {
  if (rule.scope_type === 'cameras' && !rule.camera_ids.includes(event.camera_id)) return 'other camera'
  if (rule.event_category !== null && rule.event_category !== event.event_category) return 'other category'
  if (rule.source_filter !== null && !rule.source_filter.includes(event.trigger_source)) return 'other source'
  if (!topicFits(rule, event)) return 'other topic'
  return null
}

/** Whether the topic of an event is one that the rule asks for. */
export function topicFits(
  { trigger_topic_pattern: pattern }: Pick<RuleCondition, 'trigger_topic_pattern'>,
  { trigger_topic: topic }: Pick<JudgedEvent, 'trigger_topic'>,
): boolean {
  return pattern === null || likeMatches(pattern, topic)
}

/** Whether an event has one of the tags that the rule asks for, or one that they cover. */
export function tagsAsked(
  { custom_tags: wanted }: Pick<RuleCondition, 'custom_tags'>,
  { tags }: Pick<AnalysedEvent, 'tags'>,
): boolean {
  return wanted.length === 0 || wanted.some((asked) => tags.some((tag) => tagCovers(asked, tag)))
}

/** Why a rule does not fire whatever happens, or null. */
export function neverFires(
  rule: Pick<RuleCondition, 'custom_tags' | 'min_confidence' | 'schedule_type' | 'scope_type'>,
): NoMatch | null {
  if (rule.custom_tags.length > 0 || rule.min_confidence !== null) return 'waits for analysis'
  if (rule.schedule_type !== 'always') return 'schedule not applied'
  if (rule.scope_type === 'site') return 'site scope not applied'
  return null
}
