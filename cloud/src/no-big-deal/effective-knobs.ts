import {
  type Knob,
  type KnobOrigin,
  type NoBigDealKnobs,
  noBigDealDefaults,
  noBigDealKnobs,
  type SetKnobs,
} from '@sightline/protocol'

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
