import { type NoBigDealPatch, noBigDealKnobs } from '@sightline/protocol'
import { invalid } from '../platform/errors.js'

/** @throws AppError invalid if a patch names no knob */
export function requireChange(patch: NoBigDealPatch): void {
  if (noBigDealKnobs.some((knob) => patch[knob] !== undefined)) return
  throw invalid(`no knob to change; the knobs are ${noBigDealKnobs.join(', ')}`)
}
