import type { AnalysisFocus, MonitoringWindow } from '../../../api/focus.js'
import { type Weekday, weekdays } from '../../../time/weekdays.js'

/** What to look for, as it is typed. */
export interface FocusDraft {
  /** The version that it is written over. */
  readonly over: number
  readonly look: string
  readonly ignore: string
  readonly hours: readonly MonitoringWindow[]
}

export const draftOf = (focus: AnalysisFocus): FocusDraft => ({
  over: focus.version,
  look: focus.focus_text,
  ignore: focus.ignore_guidance,
  hours: focus.monitoring_schedule,
})

/** As the service takes them. */
export const [longestText, mostHours] = [4000, 21]

/** Whether both say the same; blanks around a text say nothing. */
export const saysSame = (draft: FocusDraft, focus: AnalysisFocus): boolean =>
  draft.look.trim() === focus.focus_text &&
  draft.ignore.trim() === focus.ignore_guidance &&
  JSON.stringify(draft.hours) === JSON.stringify(focus.monitoring_schedule)

export const wishOf = ({ over, look, ignore, hours }: FocusDraft) => ({
  version: over,
  focus_text: look.trim(),
  ignore_guidance: ignore.trim(),
  monitoring_schedule: [...hours],
})

/** Hours to begin with: nights of every day. */
export const nightly: MonitoringWindow = { days: [...weekdays], from: '20:00', to: '06:00' }

export const toggledDay = ({ days, ...rest }: MonitoringWindow, day: Weekday): MonitoringWindow => ({
  ...rest,
  days: weekdays.filter((one) => days.includes(one) !== (one === day)),
})

/** The end of hours as a clock has it: 24:00 is midnight. */
export const clockOfEnd = (to: string): string => (to === '24:00' ? '00:00' : to)
export const endOfClock = (clock: string): string => (clock === '00:00' ? '24:00' : clock)

/** What is wrong with hours; null: nothing. */
export function problemOfHours({ days, from, to }: MonitoringWindow): 'noDay' | 'noTime' | 'noLength' | null {
  if (days.length === 0) return 'noDay'
  if (from === '' || to === '') return 'noTime'
  return from === to ? 'noLength' : null
}

export const problemOfDraft = ({ hours }: FocusDraft): boolean =>
  hours.some((one) => problemOfHours(one) !== null)
