import type { AlertRuleCreate } from '@sightline/protocol'
import { invalidField } from '../../platform/errors.js'

/** The fields of a rule that depend on each other. */
type RuleShape = Pick<
  AlertRuleCreate,
  'rule_kind' | 'event_category' | 'system_trigger' | 'scope_type' | 'site_ids' | 'camera_ids'
>

/**
 * Checks what the single fields cannot: which of them a kind and a scope require or forbid
 * (interface: Alert rule).
 * @throws AppError invalid
 */
export function requireRuleShape(rule: RuleShape): void {
  switch (rule.rule_kind) {
    case 'camera_event':
      if (rule.system_trigger !== null)
        throw invalidField('system_trigger', 'belongs to rules of kind system_event only')
      break
    case 'system_event':
      if (rule.system_trigger === null)
        throw invalidField(
          'system_trigger',
          'required for a system_event rule: camera_offline or gateway_offline',
        )
      if (rule.event_category !== null)
        throw invalidField('event_category', 'allowed for camera_event rules only')
      break
  }
  if (rule.scope_type === 'site' && rule.site_ids.length === 0)
    throw invalidField('site_ids', 'required when scope_type is site')
  if (rule.scope_type === 'cameras' && rule.camera_ids.length === 0)
    throw invalidField('camera_ids', 'required when scope_type is cameras')
}
