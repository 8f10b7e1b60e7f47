import type { WhyRule } from '../../api/why.js'
import type { IconName } from '../../icons/icon.js'
import type { WhyText } from './use-why-text.js'

/** How what a rule made of an event is drawn: bell, silence, or a clock while nothing is decided. */
export function iconOf(outcome: WhyRule['outcome']): IconName {
  switch (outcome) {
    case 'alerted':
      return 'alerts'
    case 'waiting':
      return 'clock'
    case 'held_back':
    case 'cooldown':
    case 'doubtful':
    case 'refused':
    case 'near_miss':
    case 'changed':
      return 'quiet'
  }
}

/** What became of it, in a sentence beside the conditions; null: the conditions say it. */
export function sentenceOf(text: WhyText, rule: WhyRule): string | null {
  switch (rule.outcome) {
    case 'alerted':
      return rule.judged === 'at_once' && rule.conditions.length === 0 ? text.anything : null
    case 'held_back':
      return rule.held_back ? text.heldBackBy(rule.held_back.reason, rule.held_back.origin) : text.heldBack
    case 'cooldown':
      return text.cooldown
    case 'waiting':
      return rule.verdict ? text.waitsForJudge : text.waitsForAnalysis
    case 'doubtful':
      return doubtOf(text, rule)
    case 'refused':
      return text.refused(rule.reason)
    case 'near_miss':
      return null
    case 'changed':
      return text.changed
  }
}

function doubtOf(why: WhyText, { verdict, reason }: WhyRule): string {
  switch (verdict?.decided_by) {
    case 'budget':
      return why.budgetSpent
    case 'unavailable':
      return why.judgeUnavailable
    default:
      return reason
  }
}
