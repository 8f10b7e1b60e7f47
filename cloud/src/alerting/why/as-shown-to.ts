import { isAtLeast, type Role, type WhyRule } from '@sightline/protocol'

/** What a rule made of an event, without the knobs of No-Big-Deal for those who may not set them. */
export function asShownTo(role: Role, rule: WhyRule): WhyRule {
  if (isAtLeast(role, 'operator')) return rule
  return {
    ...rule,
    reason: rule.outcome === 'held_back' ? 'it was held back as no big deal' : rule.reason,
    verdict: rule.verdict && { ...rule.verdict, held_back_by: null },
    held_back: null,
  }
}
