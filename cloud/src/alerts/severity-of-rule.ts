import { Severity } from '@sightline/protocol'
import type { AlertRuleRow } from './alert-rule.repository.js'

const known = Severity.catch('medium')

/** How grave the rule's alerts are where nothing else says so. */
export function severityOfRule(rule: Pick<AlertRuleRow, 'severity'>): Severity {
  return known.parse(rule.severity)
}
