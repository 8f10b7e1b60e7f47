import {
  type EventCategory,
  type Knob,
  type KnobValue,
  maxRepeatWindowSec,
  type NoBigDealKnobs,
  QuietWindow,
} from '@sightline/protocol'
import { clockOf, wallTime } from '../../platform/time/wall-clock.js'
import { isGrave } from '../../understanding/labels/label.service.js'
import { kindParts } from './alert-candidate.service.js'

/** An event that people gave feedback on, with what the rule knew of it. */
export interface Evidence {
  readonly eventId: string
  readonly said: 'no_big_deal' | 'useful'
  readonly triggeredAt: Date
  /** Of its site; IANA name. */
  readonly timezone: string
  /** 0 to 1; null if the rule did not know it. */
  readonly confidence: number | null
  /** No alert was made of it. */
  readonly heldBack: boolean
}

/** A knob of the camera's override, and what feedback asks it to be. */
export interface KnobSuggestion {
  readonly knob: Knob
  /** Of a list what is added; of a number the new one. */
  readonly value: KnobValue
  /** A sentence for people. */
  readonly reason: string
}

interface FeedbackCase {
  readonly noBigDeal: readonly Evidence[]
  readonly useful: readonly Evidence[]
  readonly category: EventCategory
  readonly tag: string | null
  readonly knobs: NoBigDealKnobs
}

/**
 * What the feedback suggests on one kind of a rule and a camera, or null. Each event that was useful takes one
 * away from those that were no big deal; as many as `learn_after` must remain. The narrowest knob that would have held
 * them back, and nothing that was useful, is chosen.
 */
export function suggestKnob(
  kind: string,
  evidence: readonly Evidence[],
  knobs: NoBigDealKnobs,
): KnobSuggestion | null {
  const noBigDeal = evidence.filter(({ said }) => said === 'no_big_deal')
  const useful = evidence.filter(({ said }) => said === 'useful')
  if (noBigDeal.length - useful.length < knobs.learn_after) return null
  const one: FeedbackCase = { noBigDeal, useful, ...kindParts(kind), knobs }
  for (const heuristic of heuristics) {
    const suggestion = heuristic(one)
    if (suggestion)
      return { ...suggestion, reason: `${noBigDeal.length} events called no big deal: ${suggestion.reason}` }
  }
  return null
}

/** Never suggested, though people may set them: what a guard is there for. */
const graveCategories: readonly EventCategory[] = ['intrusion', 'tamper', 'tampering_scene']

/** Above this an analysis is sure of what it says; that it was of no interest is no question of confidence. */
const unsure = 0.6

/** Events further apart than this do not fall in the same hours. */
const sameHoursMin = 180

/** Windows that are suggested, seconds: 10 minutes up to a day. */
const repeatSteps = [600, 1800, 3600, 7200, 14_400, 28_800, 43_200, maxRepeatWindowSec]

const heuristics: readonly ((one: FeedbackCase) => KnobSuggestion | null)[] = [
  lowConfidence,
  sameTag,
  sameHours,
  closeTogether,
  sameCategory,
  onceADay,
]

function lowConfidence({ noBigDeal, useful, knobs }: FeedbackCase): KnobSuggestion | null {
  const highest = Math.max(...noBigDeal.map(({ confidence }) => confidence ?? 1))
  const value = Math.round((Math.floor(highest * 20) + 1) * 5) / 100
  const surer = useful.every(({ confidence }) => confidence !== null && confidence >= value)
  if (highest > unsure || !surer || value <= knobs.min_confidence) return null
  return {
    knob: 'min_confidence',
    value,
    reason: `none had a confidence above ${highest}, so less than ${value} is held back`,
  }
}

function sameTag({ useful, tag, knobs }: FeedbackCase): KnobSuggestion | null {
  // Useful ones are of the same kind, and so have the tag.
  if (tag === null || useful.length > 0 || isGrave(tag) || knobs.suppressed_tags.includes(tag)) return null
  return { knob: 'suppressed_tags', value: [tag], reason: `all were about ${tag}, and none was useful` }
}

/** The shortest stretch of the day in which all fell, on at least two days. */
function sameHours({ noBigDeal, useful, knobs }: FeedbackCase): KnobSuggestion | null {
  const shown = noBigDeal.map(({ triggeredAt, timezone }) => wallTime(triggeredAt, timezone))
  if (new Set(shown.map(({ day }) => day)).size < 2) return null
  const minutes = shown.map(({ minute }) => minute).toSorted((a, b) => a - b)
  const starts = minutes.map((begin) => {
    const last = Math.max(...minutes.map((minute) => (minute - begin + 1440) % 1440))
    return { begin, last }
  })
  const shortest = starts.toSorted((a, b) => a.last - b.last)[0]
  if (!shortest || shortest.last > sameHoursMin) return null
  const from = Math.floor(shortest.begin / 30) * 30
  const to = (Math.floor((shortest.begin + shortest.last) / 30) + 1) * 30
  const within = ({ triggeredAt, timezone }: Evidence) =>
    (wallTime(triggeredAt, timezone).minute - from + 1440) % 1440 < to - from
  if (useful.some(within)) return null
  const end = to > 1440 ? clockOf(to - 1440) : clockOf(to)
  const window = QuietWindow.parse({ from: clockOf(from), to: end })
  const stands = knobs.quiet_hours.some((one) => one.from === window.from && one.to === window.to)
  if (stands) return null
  return {
    knob: 'quiet_hours',
    value: [window],
    reason: `all fell between ${window.from} and ${window.to} on different days, and nothing useful did`,
  }
}

function closeTogether({ noBigDeal, knobs }: FeedbackCase): KnobSuggestion | null {
  const times = noBigDeal.map(({ triggeredAt }) => triggeredAt.getTime() / 1000).toSorted((a, b) => a - b)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const middle = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY
  const value = repeatSteps.find((step) => step > middle && step > knobs.repeat_window_sec)
  if (value === undefined) return null
  return {
    knob: 'repeat_window_sec',
    value,
    reason: `they came ${Math.round(middle)} s apart, so one like it within ${value} s of another is held back`,
  }
}

function sameCategory({ useful, category, tag, knobs }: FeedbackCase): KnobSuggestion | null {
  if (tag !== null || useful.length > 0 || graveCategories.includes(category)) return null
  if (knobs.suppressed_categories.includes(category)) return null
  return {
    knob: 'suppressed_categories',
    value: [category],
    reason: `they have nothing in common but the category ${category}, of which none was useful`,
  }
}

function onceADay({ knobs }: FeedbackCase): KnobSuggestion | null {
  if (knobs.repeat_window_sec >= maxRepeatWindowSec) return null
  return {
    knob: 'repeat_window_sec',
    value: maxRepeatWindowSec,
    reason: 'they have too little in common for another knob, so at most one of the kind goes out a day',
  }
}
