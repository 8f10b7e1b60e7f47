import { useAlertTimeline } from '../../api/alerts.js'
import { useText } from '../../text/use-text.js'
import { Moment } from '../../time/moment.js'

type Entry = NonNullable<ReturnType<typeof useAlertTimeline>['data']>[number]

/** What happened to an alert so far. */
export function AlertHistory({ id, isNew, zone }: { id: string; isNew: boolean; zone: string }) {
  const text = useText().alerts
  const entries = useAlertTimeline(id).data ?? []
  const said = ({ action, actor, to }: Entry): string => {
    switch (action) {
      case 'fired':
        return text.fired
      case 'acknowledged':
        return actor === null ? text.takenBySomebody : text.takenBy(actor)
      case 'status_changed': {
        const status = to ? text.heaps[to] : ''
        return actor === null ? text.became(status) : text.becameBy(status, actor)
      }
      case 'late':
        return text.late
      case 'recovered':
        return text.recovered
    }
  }
  return (
    <section className="flex flex-col gap-2 wide:w-[230px]">
      <h3 className="text-xs font-strong text-ink-3">{text.soFar}</h3>
      <ol className="flex flex-col gap-[6px] text-xs">
        {entries.map((entry) => (
          <li key={`${entry.at} ${entry.action}`} className="flex gap-2">
            <Moment at={entry.at} zone={zone} className="flex-none text-ink-3" />
            <span>{said(entry)}</span>
          </li>
        ))}
        {isNew && <li className="text-ink-3">{text.nobody}</li>}
      </ol>
    </section>
  )
}
