import {
  type Knob,
  type KnobOrigin,
  type NoBigDealKnobs,
  type NoBigDealPatch,
  noBigDealDefaults,
  noBigDealKnobs,
  type SetKnobs,
} from '@sightline/protocol'
import { invalid } from '../../platform/errors.js'
import { plainText } from '../../understanding/labels/label.service.js'

/** What holds for a rule and a camera, and where each knob's value comes from. */
export interface EffectiveKnobs {
  readonly knobs: NoBigDealKnobs
  readonly origins: Readonly<Record<Knob, KnobOrigin>>
}

/** The camera's over the rule's, knob by knob; what neither set is as by default. A list is one value, not joined. */
export function effectiveKnobs(rule: SetKnobs, camera: SetKnobs): EffectiveKnobs {
  return {
    knobs: { ...noBigDealDefaults, ...rule, ...camera },
    origins: {
      ...originsOf(noBigDealDefaults, 'default'),
      ...originsOf(rule, 'rule'),
      ...originsOf(camera, 'camera'),
    },
  }
}

function originsOf(knobs: NoBigDealKnobs, origin: KnobOrigin): Record<Knob, KnobOrigin>
function originsOf(knobs: SetKnobs, origin: KnobOrigin): Partial<Record<Knob, KnobOrigin>>
function originsOf(knobs: SetKnobs, origin: KnobOrigin): Partial<Record<Knob, KnobOrigin>> {
  return Object.fromEntries(noBigDealKnobs.filter((knob) => knob in knobs).map((knob) => [knob, origin]))
}

/** The knobs that are set after a patch: what it names is as it says, and null takes a knob back. */
export function changeKnobs(before: SetKnobs, patch: NoBigDealPatch): SetKnobs {
  return noBigDealKnobs.reduce<SetKnobs>((knobs, knob) => changeKnob(knobs, patch, knob), before)
}

function changeKnob(knobs: SetKnobs, patch: NoBigDealPatch, knob: Knob): SetKnobs {
  const value = patch[knob]
  if (value === undefined) return knobs
  const others = withoutKnob(knobs, knob)
  return value === null ? others : { ...others, [knob]: value }
}

function withoutKnob(knobs: SetKnobs, knob: Knob): SetKnobs {
  const { [knob]: _, ...others } = knobs
  return others
}

/** @throws AppError invalid if a patch names no knob, or a tag that nothing can have */
export function requireKnobChange(patch: NoBigDealPatch): void {
  if (noBigDealKnobs.every((knob) => patch[knob] === undefined))
    throw invalid(`no knob to change; the knobs are ${noBigDealKnobs.join(', ')}`)
  const nameless = patch.suppressed_tags?.find((tag) => plainText(tag) === '')
  if (nameless !== undefined) throw invalid(`"${nameless}" can match nothing: a tag has a letter or a digit`)
}
