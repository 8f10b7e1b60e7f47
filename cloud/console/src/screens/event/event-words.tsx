import type { Event } from '../../api/events.js'
import { useEventAnalysis } from '../../api/events.js'
import { useZoneOf } from '../../api/sites.js'
import { eventTitle } from '../../events/event-title.js'
import { kindOf } from '../../events/kind.js'
import { KindMark } from '../../events/kind-mark.js'
import { SeverityBadge } from '../../events/severity-badge.js'
import { Icon } from '../../icons/icon.js'
import { useUser } from '../../session/use-session.js'
import { useEventText } from '../../text/use-event-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { durationOf, localeOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'
import { useEventDeedsText } from './use-event-deeds-text.js'

const lateSec = ({ received_at: received, triggered_at: triggered }: Event): number =>
  Math.round((Date.parse(received) - Date.parse(triggered)) / 1000)

/** What was said of an event, by whom, and how sure. */
export function EventWords({ event, untaken }: { event: Event; untaken: number }) {
  const text = useEventText()
  const deeds = useEventDeedsText()
  const me = useUser().id
  const zone = useZoneOf()(event.camera_id)
  const { alerts, events: list } = useText()
  const language = useLanguage()
  const current = useEventAnalysis(event.id).data?.current
  const model = current?.model ?? text.aModel
  const sure = event.ai_confidence
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent' })
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-[6px]">
        {untaken > 0 && (
          <span className="inline-flex items-center gap-1 rounded-1 bg-alarm-soft px-[7px] py-[2px] text-xs font-strong text-alarm">
            <Icon name="alerts" size={12} />
            {alerts.newAlert}
          </span>
        )}
        {event.ai_severity && <SeverityBadge severity={event.ai_severity} />}
        {event.ai_status !== 'completed' && (
          <span className="rounded-1 bg-surface-3 px-[7px] py-[2px] text-xs font-strong text-ink-2">
            {list.analysis[event.ai_status]}
          </span>
        )}
        {event.tags.map((tag) => (
          <span key={tag} className="rounded-1 bg-surface-3 px-[7px] py-[2px] text-xs font-strong text-ink-2">
            {tag}
          </span>
        ))}
      </div>
      <div className="flex items-start gap-2">
        <span className="pt-[7px]">
          <KindMark kind={kindOf(event)} />
        </span>
        <h1 className="text-2xl font-title tracking-(--tracking-title) max-wide:text-xl">
          {eventTitle(list, event)}
        </h1>
      </div>
      {event.narrative !== null && <p className="text-md text-ink-2">{event.narrative}</p>}
      {event.ai_status === 'completed' ? (
        <p className="flex gap-2 text-xs text-ink-3">
          <Icon name="model" size={14} />
          {sure === null ? text.said(model) : text.saidSure(model, percent.format(sure))}
        </p>
      ) : (
        event.ai_status !== 'pending' && <p className="text-ink-3">{text.noWords}</p>
      )}
      {event.late && (
        <p className="flex gap-2 text-warn">
          <Icon name="clock" size={16} />
          {text.late(durationOf(lateSec(event), language))}
        </p>
      )}
      {event.acknowledged && event.acknowledged_at !== null && (
        <p className="flex gap-2 text-ink-3">
          <Icon name="check" size={16} />
          <span>
            {deeds.takenBy(event.acknowledged_by === me)}, <Moment at={event.acknowledged_at} zone={zone} />
          </span>
        </p>
      )}
      {event.camera_deleted && <p className="text-ink-3">{list.deletedCamera}</p>}
    </section>
  )
}
