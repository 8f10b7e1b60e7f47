import type { TrialSoFar } from '../../api/trial-so-far.js'
import { useUser } from '../../session/use-session.js'
import { useLanguage } from '../../text/use-text.js'
import { localeOf } from '../../time/format.js'
import { serviceNow } from '../../time/service-clock.js'
import { boundsOfDay, dayAfter, dayOf, knownZone } from '../../time/zone.js'
import { useRulesText } from './use-rules-text.js'

const looks = {
  match: 'h-[18px] w-1 rounded-full bg-accent',
  doubtful: 'size-[9px] rotate-45 bg-warn',
  near: 'size-[9px] rounded-full border-[1.6px] border-ink-3',
} as const

/** When what would be told, what is doubtful and what was nearly told happened: a line, a diamond, a ring. */
export function TrialStrip({ trial, days }: { trial: TrialSoFar; days: number }) {
  const text = useRulesText()
  const language = useLanguage()
  const zone = knownZone(useUser().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const today = dayOf(serviceNow(), zone)
  const shown = Array.from({ length: days }, (_, at) => dayAfter(today, at - days + 1))
  const from = boundsOfDay(shown[0] ?? today, zone).from
  const to = boundsOfDay(today, zone).to
  const place = (at: string): string => `${(100 * (Date.parse(at) - from)) / (to - from)}%`
  const named = days <= 7 ? shown : shown.filter((_day, at) => at % Math.ceil(days / 7) === 0)
  const weekday = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    ...(days <= 7 ? { weekday: 'short' } : { day: 'numeric', month: 'numeric' }),
  })
  const marks = [
    ...trial.nearMisses.map((event) => ({ event, look: looks.near })),
    ...trial.doubtful.map((event) => ({ event, look: looks.doubtful })),
    ...trial.matches.map((event) => ({ event, look: looks.match })),
  ]
  const { match, doubtful, near_miss: near, outside_rule: outside } = trial.counts
  return (
    <div role="img" aria-label={text.strip(match, doubtful, near + outside)} className="flex flex-col gap-1">
      <div className="relative flex h-7 gap-[2px]">
        {shown.map((day) => (
          <span key={day} className="h-full flex-1 rounded-1 bg-surface-2" />
        ))}
        {marks
          .filter(({ event }) => Date.parse(event.triggered_at) >= from)
          .map(({ event, look }) => (
            <span
              key={event.event_id}
              className={`absolute top-1/2 -translate-x-1/2 -translate-y-1/2 ${look}`}
              style={{ left: place(event.triggered_at) }}
            />
          ))}
      </div>
      <div className="relative h-4 text-2xs text-ink-3">
        {named.map((day) => (
          <span
            key={day}
            className="absolute -translate-x-1/2"
            style={{
              left: place(new Date(boundsOfDay(day, zone).from + (to - from) / days / 2).toISOString()),
            }}
          >
            {weekday.format(new Date(`${day}T12:00:00Z`))}
          </span>
        ))}
      </div>
    </div>
  )
}
