import type { Event } from '../api/events.js'
import { useText } from '../text/use-text.js'

type Severity = NonNullable<Event['ai_severity']>

const severities: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical']

/** A severity that the console knows; undefined for another one. */
export const asSeverity = (word: string | undefined): Severity | undefined =>
  severities.find((one) => one === word)

const looks: Record<Severity, string> = {
  info: 'bg-surface-3 text-ink-2',
  low: 'bg-surface-3 text-ink-2',
  medium: 'bg-warn-soft text-warn',
  high: 'bg-alarm-soft text-alarm',
  critical: 'bg-alarm-soft text-alarm',
}

/** How grave it is, as a word. */
export function SeverityBadge({ severity }: { severity: Severity }) {
  const text = useText().events.severity
  return (
    <span className={`rounded-1 px-[7px] py-[2px] text-xs font-strong whitespace-nowrap ${looks[severity]}`}>
      {text[severity]}
    </span>
  )
}
