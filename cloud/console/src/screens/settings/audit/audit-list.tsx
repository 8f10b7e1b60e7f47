import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../../../api/audit.js'
import { programOf } from '../../../session/program-name.js'
import { useLanguage } from '../../../text/use-text.js'
import { clockTime, dayName, exactTime, momentOf } from '../../../time/format.js'
import { useNow } from '../../../time/use-now.js'
import { dayOf } from '../../../time/zone.js'
import type { AuditSearch } from './audit-search.js'
import { deedOf, particularsOf } from './sentence.js'
import { useAuditText } from './use-audit-text.js'

interface AuditListProps {
  readonly entries: readonly AuditEntry[]
  /** In which times are told: the organisation's. */
  readonly zone: string
  readonly search: AuditSearch
}

/** The deeds by days, a sentence each; a press unfolds the particulars. */
export function AuditList({ entries, zone, search }: AuditListProps) {
  const text = useAuditText()
  const language = useLanguage()
  const now = useNow(60_000)
  const days = byDay(entries, zone)
  return (
    <div aria-label={text.list} role="group" className="flex flex-col gap-4">
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="flex flex-col gap-1">
          <h2 className="sticky top-0 z-10 bg-bg py-1 text-xs font-strong text-ink-3">
            {dayName(new Date(ofDay[0]?.at ?? day), now, { language, zone })}
          </h2>
          <ul className="divide-y divide-line rounded-3 border border-line bg-surface">
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <Deed entry={entry} zone={zone} search={search} now={now} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Entries in their order, with the day of each; one day after the other. */
function byDay(entries: readonly AuditEntry[], zone: string): ReadonlyMap<string, readonly AuditEntry[]> {
  const days = new Map<string, AuditEntry[]>()
  for (const entry of entries) {
    const day = dayOf(Date.parse(entry.at), zone)
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(entry)
    else days.set(day, [entry])
  }
  return days
}

interface DeedProps extends Omit<AuditListProps, 'entries'> {
  readonly entry: AuditEntry
  readonly now: Date
}

function Deed(props: DeedProps) {
  const text = useAuditText()
  const language = useLanguage()
  const { entry, zone, now } = props
  const at = new Date(entry.at)
  const timeOf = (when: string) => momentOf(new Date(when), now, { language, zone })
  return (
    <details>
      <summary className="flex min-h-row cursor-pointer items-baseline gap-3 px-3 py-[11px] hover:bg-surface-2">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="font-strong">{entry.actor.name}</span> {deedOf(entry, timeOf, text)}
        </span>
        <time
          dateTime={entry.at}
          title={exactTime(at, { language, zone })}
          className="flex-none text-xs text-ink-3"
        >
          {clockTime(at, { language, zone }, true)}
        </time>
      </summary>
      <Particulars {...props} />
    </details>
  )
}

function Particulars({ entry, zone, search }: DeedProps) {
  const text = useAuditText()
  const language = useLanguage()
  const { target_id: target, target_kind: kind } = entry
  const program = entry.user_agent === null ? null : programOf(entry.user_agent)
  const facts = [
    [text.exactly, exactTime(new Date(entry.at), { language, zone })],
    [text.action, entry.action],
    [
      text.target,
      kind === null
        ? null
        : [kind.replaceAll('_', ' '), entry.target_name, target].filter(Boolean).join(' · '),
    ],
    [text.address, entry.address],
    [text.program, program ? `${program.browser} · ${program.system}` : entry.user_agent],
    ...particularsOf(entry.data),
  ] as const
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-surface-2 px-3 py-3">
      <dl className="grid grid-cols-[minmax(90px,auto)_1fr] gap-x-4 gap-y-1">
        {facts.map(
          ([name, value]) =>
            value !== null &&
            value !== '' && (
              <div key={name} className="contents">
                <dt className="text-ink-3">{name}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link
          to="/settings/audit"
          search={{ ...search, action: entry.action }}
          className="text-accent hover:underline"
        >
          {text.sameDeed}
        </Link>
        {target !== null && (
          <Link to="/settings/audit" search={{ target }} className="text-accent hover:underline">
            {text.sameThing}
          </Link>
        )}
      </p>
    </div>
  )
}
