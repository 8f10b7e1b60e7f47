import type { Tx } from '../../platform/database/handles.js'
import { listActiveRules } from './alert-rule.repository.js'
import type { AlertRuleRow } from './alert-rule.table.js'
import { neverFires, type RuleCondition } from './rule-match.service.js'

/** The part of a rule that decides whether an outage concerns it. */
export type SystemRuleCondition = Omit<
  RuleCondition,
  'event_category' | 'trigger_topic_pattern' | 'source_filter' | 'compiled_version_id'
> & {
  readonly system_trigger: 'camera_offline' | 'gateway_offline' | null
}

/** A camera that is down on its own, or a gateway that is down with all its cameras. */
export type Outage =
  | { readonly kind: 'camera'; readonly cameraId: string }
  | { readonly kind: 'gateway'; readonly cameraIds: readonly string[] }

/** The organisation's rules that an outage concerns; cooldown is not considered. */
export async function findRulesForOutage(tx: Tx, orgId: string, outage: Outage): Promise<AlertRuleRow[]> {
  return rulesForOutage(await listActiveRules(tx, orgId, 'system_event'), outage)
}

/**
 * Those of the rules that an outage concerns. A gateway that is down is one alert, not one for each of
 * its cameras: the rules for gateways speak for it, and only where there are none those for cameras.
 */
export function rulesForOutage<Rule extends SystemRuleCondition>(
  rules: readonly Rule[],
  outage: Outage,
): Rule[] {
  const inForce = rules.filter(
    (rule) => rule.enabled && rule.rule_kind === 'system_event' && neverFires(rule) === null,
  )
  const cameraIds = outage.kind === 'camera' ? [outage.cameraId] : outage.cameraIds
  const names = (rule: Rule) => rule.camera_ids.some((id) => cameraIds.includes(id))
  const forCameras = inForce.filter(
    (rule) =>
      rule.system_trigger === 'camera_offline' &&
      (rule.scope_type === 'cameras' ? names(rule) : cameraIds.length > 0),
  )
  if (outage.kind === 'camera') return forCameras
  const forGateways = inForce.filter(
    (rule) => rule.system_trigger === 'gateway_offline' && (rule.scope_type !== 'cameras' || names(rule)),
  )
  return forGateways.length > 0 ? forGateways : forCameras
}
