import { type Knob, type NoBigDealPatch, noBigDealKnobs, type SetKnobs } from '@sightline/protocol'

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
