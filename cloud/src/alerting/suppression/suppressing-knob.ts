import { type Knob, type KnobValue, type QuietWindow, severityRank, Weekday } from '@sightline/protocol'
import { isWithinHours, wallTime } from '../../platform/time/wall-clock.js'
import { tagCovers } from '../../understanding/labels/label.service.js'
import type { SuppressedBy, SuppressionCandidate } from './alert-candidate.service.js'
import type { EffectiveKnobs } from './knobs.js'

/** What is known around a candidate. */
interface SuppressionContext {
  /** Of the site at which it happened; IANA name. */
  readonly timezone: string
  /** When there were alerts of the same rule, camera and kind. */
  readonly alerted: readonly Date[]
}

/** Why one knob suppresses an alert. */
type KnobFinding = Pick<SuppressedBy, 'value' | 'reason'>

type Check = (
  candidate: SuppressionCandidate,
  effective: EffectiveKnobs,
  context: SuppressionContext,
) => KnobFinding | null

/**
 * The first knob that holds the candidate back, in this order, or null if it passes. What is not known yet
 * (confidence, tags) holds nothing back, and the gravest alerts always pass.
 */
export function suppressingKnob(
  candidate: SuppressionCandidate,
  effective: EffectiveKnobs,
  context: SuppressionContext,
): SuppressedBy | null {
  const { knobs, origins } = effective
  if (!knobs.enabled || alwaysPasses(candidate, effective)) return null
  for (const [knob, check] of checks) {
    const finding = check(candidate, effective, context)
    if (finding) return { knob, ...finding, origin: origins[knob] }
  }
  return null
}

function alwaysPasses({ severity }: SuppressionCandidate, { knobs }: EffectiveKnobs): boolean {
  const { never_hold_back: from } = knobs
  return from !== 'none' && severityRank(severity) >= severityRank(from)
}

const checks: readonly (readonly [Knob, Check])[] = [
  [
    'min_severity',
    ({ severity }, { knobs: { min_severity: least } }) =>
      severityRank(severity) < severityRank(least)
        ? because(least, `its severity is ${severity}, and alerts below ${least} are held back`)
        : null,
  ],
  [
    'min_confidence',
    ({ confidence }, { knobs: { min_confidence: least } }) =>
      confidence !== null && confidence < least
        ? because(
            least,
            `its confidence is ${percent(confidence)}, and less than ${percent(least)} is held back`,
          )
        : null,
  ],
  [
    'suppressed_categories',
    ({ category }, { knobs }) =>
      knobs.suppressed_categories.includes(category)
        ? because([category], `alerts of the category ${category} are held back`)
        : null,
  ],
  [
    'suppressed_tags',
    ({ tags }, { knobs }) => {
      const found = knobs.suppressed_tags.filter((tag) => tags.some((one) => tagCovers(tag, one)))
      return found.length > 0
        ? because(found, `alerts of events with the tag ${found.join(', ')} are held back`)
        : null
    },
  ],
  [
    'quiet_hours',
    ({ triggeredAt }, { knobs }, { timezone }) => {
      const shown = wallTime(triggeredAt, timezone)
      const window = knobs.quiet_hours.find((hours) => isWithinHours(hours, shown))
      return window
        ? because([window], `it happened in quiet hours, ${describe(window)} (${timezone})`)
        : null
    },
  ],
  [
    'repeat_window_sec',
    ({ triggeredAt }, { knobs: { repeat_window_sec: seconds } }, { alerted }) => {
      const gaps = alerted.map((at) => Math.abs(at.getTime() - triggeredAt.getTime()) / 1000)
      const closest = Math.min(...gaps)
      return closest < seconds
        ? because(seconds, `one like it went out ${Math.round(closest)} s from it, within ${seconds} s`)
        : null
    },
  ],
]

const because = (value: KnobValue, reason: string): KnobFinding => ({ value, reason })
const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`

/** `22:00 to 06:00`, with the days unless it is all of them. */
function describe({ days, from, to }: QuietWindow): string {
  const on = days.length === Weekday.options.length ? '' : ` on ${days.join(', ')}`
  return `${from} to ${to}${on}`
}
