import type { RuleCondition } from './rule-match.service.js'

type Warned = Pick<
  RuleCondition,
  'rule_kind' | 'schedule_type' | 'scope_type' | 'custom_tags' | 'min_confidence' | 'compiled_version_id'
>

/**
 * Why a rule can never fire, each reason with what to do: what the interface stores but does not apply (interface: Alert
 * rule). The site, the tags and the confidence count where a compiled version judges.
 */
export function ruleWarnings(rule: Warned): string[] {
  const { schedule_type, scope_type, custom_tags, min_confidence } = rule
  const waits = custom_tags.length > 0 || min_confidence !== null
  return [
    ...(schedule_type === 'business_hours'
      ? ['schedule_type business_hours is stored but not applied: the rule never fires; send always']
      : []),
    ...(isJudged(rule) || scope_type !== 'site'
      ? []
      : [`scope_type site is stored but not applied: the rule never fires; ${insteadOfSite(rule)}`]),
    ...(isJudged(rule) || !waits
      ? []
      : [
          `custom_tags and min_confidence are known after analysis only: the rule never fires; ${insteadOfTags(rule)}`,
        ]),
  ]
}

const isJudged = ({ rule_kind, compiled_version_id }: Warned): boolean =>
  rule_kind === 'camera_event' && compiled_version_id !== null

const orVersion = ({ rule_kind }: Warned): string =>
  rule_kind === 'camera_event' ? ', or activate a compiled version' : ''

const insteadOfSite = (rule: Warned): string => `name the cameras with scope_type cameras${orVersion(rule)}`

const insteadOfTags = (rule: Warned): string => `leave them out${orVersion(rule)}`
