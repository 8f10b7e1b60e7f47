import { Link } from '@tanstack/react-router'
import { useSimilarEvents } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { useWhy } from '../../api/why.js'
import { Button } from '../../controls/button.js'
import { kindOf } from '../../events/kind.js'
import { Snapshot } from '../../events/snapshot.js'
import { useAlertsOfEvent } from '../../events/use-alerts-of-event.js'
import { useKeys } from '../../frame/keys.js'
import { Icon } from '../../icons/icon.js'
import { useEventText } from '../../text/use-event-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { localeOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'

/** Takes the alerts of an event; nothing where none waits. */
export function TakeIt({ id }: { id: string }) {
  const text = useEventText()
  const { keys } = useText()
  const { untaken, take, isError } = useAlertsOfEvent(id)
  useKeys({ a: { does: keys.take, act: take } })
  return (
    <>
      {untaken > 0 && (
        <Button look="main" hint="A" onClick={take} className="flex-1">
          {text.take}
        </Button>
      )}
      {isError && (
        <span role="alert" className="self-center text-alarm">
          {text.changeFailed}
        </span>
      )}
    </>
  )
}

/** Which rule told of an event, and the way to why. */
export function Told({ id }: { id: string }) {
  const text = useText()
  const told = useWhy(id).data?.rules.find(({ outcome }) => outcome === 'alerted')
  if (!told) return null
  return (
    <Link
      to="/events/$id"
      params={{ id }}
      hash="rules"
      className="flex items-start gap-[10px] rounded-2 bg-surface-2 px-[13px] py-[9px] hover:bg-surface-3"
    >
      <span className="pt-[2px] text-alarm">
        <Icon name="alerts" size={16} />
      </span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text.events.toldBy(told.rule_name)}</span>
      <span className="text-accent">{text.alerts.why}</span>
    </Link>
  )
}

const mostAlike = 3

/** Events that are like this one, and how much. */
export function Alike({ id }: { id: string }) {
  const text = useText().events
  const language = useLanguage()
  const zoneOf = useZoneOf()
  const alike = useSimilarEvents(id, mostAlike).data?.data ?? []
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent' })
  if (alike.length === 0) return null
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-xs font-strong text-ink-3">{text.alike}</h3>
      <ul className="grid grid-cols-3 gap-2">
        {alike.map((event) => (
          <li key={event.id}>
            <Link to="/events/$id" params={{ id: event.id }} className="block rounded-1 hover:bg-surface-2">
              <span className="on-picture block aspect-video overflow-hidden rounded-1 bg-stage">
                <Snapshot src={event.snapshot_url} kind={kindOf(event)} />
              </span>
              <span className="flex items-baseline gap-1 pt-1 text-xs text-ink-3">
                <span className="font-strong text-ink">{percent.format(event.score)}</span>
                <Moment at={event.triggered_at} zone={zoneOf(event.camera_id)} className="truncate" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
