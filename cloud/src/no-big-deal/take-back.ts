import { isDeepStrictEqual } from 'node:util'
import { NoBigDealPatch } from '@sightline/protocol'
import type { Tx } from '../platform/database/database.js'
import { changeKnobs } from './change-knobs.js'
import { findOverride, saveOverride } from './knobs.repository.js'
import type { SuggestionRow } from './suggestion.repository.js'

/**
 * Puts the knob of the camera back to what it was before the suggestion was applied. The caller holds the camera.
 * @returns false if somebody changed the knob since; then it stays
 */
export async function takeBack(tx: Tx, orgId: string, row: SuggestionRow): Promise<boolean> {
  const override = await findOverride(tx, orgId, row.camera_id)
  if (!isDeepStrictEqual(override[row.knob] ?? null, row.after_value)) return false
  const patch = NoBigDealPatch.parse({ [row.knob]: row.before_value })
  await saveOverride(tx, orgId, row.camera_id, changeKnobs(override, patch))
  return true
}
