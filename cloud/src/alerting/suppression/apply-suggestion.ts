import { isDeepStrictEqual } from 'node:util'
import { type KnobValue, type NoBigDealKnobs, NoBigDealPatch } from '@sightline/protocol'
import { recordAudit } from '../../identity/audit/audit.service.js'
import { type Actor, systemActor } from '../../platform/caller.js'
import type { Tx } from '../../platform/database/handles.js'
import { changeKnobs, type EffectiveKnobs } from './knobs.js'
import { findOverride, saveOverride } from './knobs.repository.js'
import type { SuggestionKey } from './learn.repository.js'
import type { KnobSuggestion } from './suggest-knob.js'
import { decisionOf, type SuggestionRow, saveSuggestion } from './suggestion.repository.js'

/** A suggestion to be put into the override of its camera. */
interface SuggestedChange {
  readonly id: string
  readonly key: SuggestionKey
  readonly suggestion: Pick<KnobSuggestion, 'knob' | 'value'>
  /** What holds for the rule and the camera now; the caller has locked the camera. */
  readonly effective: EffectiveKnobs
}

/**
 * Puts a suggestion into the override of its camera, with what is needed to take it back.
 * @returns false if the knob holds no more; then nothing is changed
 */
export async function applySuggestedKnob(
  tx: Tx,
  orgId: string,
  { id, key, suggestion: { knob, value }, effective }: SuggestedChange,
  actor: Actor = systemActor,
): Promise<boolean> {
  const { rule_id: ruleId, camera_id: cameraId } = key
  const patch = overridePatch({ knob, value }, effective.knobs)
  if (!patch) return false
  const override = await findOverride(tx, orgId, cameraId)
  const after = changeKnobs(override, patch)
  await saveOverride(tx, orgId, cameraId, after)
  await saveSuggestion(tx, orgId, id, {
    status: 'applied',
    before_value: jsonOf(override[knob]),
    after_value: jsonOf(after[knob]),
    ...decisionOf(actor),
  })
  const data = { rule_id: ruleId, suggestion_id: id, ...patch }
  await recordAudit(tx, { orgId, actor }, 'camera.nbd_suggestion_applied', {
    target: { kind: 'camera', id: cameraId },
    data,
  })
  return true
}

/**
 * Puts the knob of the camera back to what it was before the suggestion was applied. The caller has locked the camera.
 * @returns false if somebody changed the knob since; then it stays
 */
export async function revertSuggestion(tx: Tx, orgId: string, row: SuggestionRow): Promise<boolean> {
  const override = await findOverride(tx, orgId, row.camera_id)
  if (!isDeepStrictEqual(override[row.knob] ?? null, row.after_value)) return false
  const patch = NoBigDealPatch.parse({ [row.knob]: row.before_value })
  await saveOverride(tx, orgId, row.camera_id, changeKnobs(override, patch))
  return true
}

/**
 * The change of a camera's override that a suggestion asks for, over the knobs that hold for it now: a list gains what is
 * new, a number only grows. Null if the override would be beyond the bounds of the knob, or its knob is none that
 * feedback changes.
 */
export function overridePatch({ knob, value }: Pick<KnobSuggestion, 'knob' | 'value'>, now: NoBigDealKnobs) {
  const patch = NoBigDealPatch.safeParse({ [knob]: joined(knob, value, now) })
  return patch.success ? patch.data : null
}

function joined(knob: KnobSuggestion['knob'], value: KnobSuggestion['value'], now: NoBigDealKnobs): unknown {
  switch (knob) {
    case 'min_confidence':
    case 'repeat_window_sec':
      return typeof value === 'number' ? Math.max(now[knob], value) : undefined
    case 'suppressed_tags':
    case 'suppressed_categories':
    case 'quiet_hours': {
      const stands: readonly unknown[] = now[knob]
      const added: readonly unknown[] = Array.isArray(value) ? value : []
      return [...stands, ...added.filter((one) => !stands.some((other) => isDeepStrictEqual(one, other)))]
    }
    case 'enabled':
    case 'min_severity':
    case 'never_hold_back':
    case 'learn_from_feedback':
    case 'learn_after':
    case 'learn_within_days':
      return undefined
  }
}

const jsonOf = (value: KnobValue | undefined) => (value === undefined ? null : JSON.stringify(value))
