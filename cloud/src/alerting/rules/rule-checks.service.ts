import {
  type AnalysedEvent,
  type JudgedEvent,
  type RuleCondition,
  tagsAsked,
  topicFits,
} from './rule-match.service.js'

/** What a condition of a rule's own asks about. */
type Asked =
  | 'enabled'
  | 'cameras'
  | 'site'
  | 'category'
  | 'source'
  | 'topic'
  | 'tags'
  | 'confidence'
  | 'schedule'
  | 'new'

/** One condition of a rule's own, and what an event has to say to it. */
export interface RuleCheck {
  readonly what: Asked
  readonly held: boolean
  /** What decided it, in words that stand alone. */
  readonly why: string
}

/**
 * Each condition that a rule without an active compiled version sets, and whether an event meets it. All hold exactly
 * where `mismatch` finds nothing. What it does not set is left out, and so is that it is enabled.
 */
export function checksAtOnce(rule: RuleCondition, event: JudgedEvent): RuleCheck[] {
  const waits = 'is known after analysis only: without a compiled version the rule never fires'
  return [
    ...common(rule, event),
    ...(rule.scope_type === 'site'
      ? [no('site', 'sites count only for a rule with a compiled version: this one never fires')]
      : []),
    ...(rule.custom_tags.length > 0 ? [no('tags', `what is seen ${waits}`)] : []),
    ...(rule.min_confidence !== null ? [no('confidence', `how sure it is ${waits}`)] : []),
  ]
}

/** Of a rule that fires at once. @param wasAsked about an event from which this one goes on */
export function checkNew(wasAsked: boolean): RuleCheck[] {
  return wasAsked ? [no('new', 'it goes on from another event, which the rule was asked about')] : []
}

/** The same of a rule that is judged after analysis, besides what its compiled version says (`mismatchAfterAnalysis`). */
export function checksAfterAnalysis(rule: RuleCondition, event: AnalysedEvent): RuleCheck[] {
  const { custom_tags: tags, min_confidence: least } = rule
  const site = rule.site_ids.includes(event.site_id)
  const sure = event.confidence === null ? 'not known' : event.confidence.toFixed(2)
  return [
    ...common(rule, event),
    ...(rule.scope_type === 'site'
      ? [check('site', site, `site is ${site ? '' : 'not '}one of the rule's`)]
      : []),
    ...(tags.length > 0
      ? [
          check(
            'tags',
            tagsAsked(rule, event),
            `tags ${listed(event.tags)}; one of ${listed(tags)} is asked for`,
          ),
        ]
      : []),
    ...(least !== null
      ? [
          check(
            'confidence',
            (event.confidence ?? -1) >= least,
            `confidence ${sure}; at least ${least} is asked for`,
          ),
        ]
      : []),
  ]
}

function common(rule: RuleCondition, event: JudgedEvent): RuleCheck[] {
  const { event_category: category, source_filter: sources, trigger_topic_pattern: topic } = rule
  const isOwn = rule.camera_ids.includes(event.camera_id)
  return [
    ...(rule.enabled ? [] : [no('enabled', 'the rule is switched off')]),
    ...(rule.schedule_type === 'always'
      ? []
      : [no('schedule', 'business hours are not applied: the rule never fires')]),
    ...(rule.scope_type === 'cameras'
      ? [check('cameras', isOwn, `camera is ${isOwn ? '' : 'not '}one of the rule's`)]
      : []),
    ...(category === null
      ? []
      : [
          check(
            'category',
            category === event.event_category,
            `kind ${event.event_category}; ${category} is asked for`,
          ),
        ]),
    ...(sources === null
      ? []
      : [
          check(
            'source',
            sources.includes(event.trigger_source),
            `source ${event.trigger_source}; ${listed(sources)} is asked for`,
          ),
        ]),
    ...(topic === null
      ? []
      : [check('topic', topicFits(rule, event), `topic "${event.trigger_topic}"; "${topic}" is asked for`)]),
  ]
}

const check = (what: Asked, held: boolean, why: string): RuleCheck => ({ what, held, why })
const no = (what: Asked, why: string): RuleCheck => check(what, false, why)
const listed = (words: readonly string[]): string => (words.length === 0 ? 'none' : words.join(', '))
