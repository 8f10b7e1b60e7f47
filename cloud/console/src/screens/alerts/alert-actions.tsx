import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Alert, AlertDetail, AlertStatus } from '../../api/alerts.js'
import { useChangeAlerts } from '../../api/change-alerts.js'
import type { Event } from '../../api/events.js'
import { useGiveFeedback } from '../../api/feedback.js'
import { Button, buttonClass } from '../../controls/button.js'
import { NoBigDeal } from '../../events/no-big-deal.js'
import { useKeys } from '../../frame/keys.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useEventText } from '../../text/use-event-text.js'
import { useText } from '../../text/use-text.js'

const ShareDialog = lazy(async () => ({
  default: (await import('../../events/share/share-dialog.js')).ShareDialog,
}))

interface AlertActionsProps {
  readonly alert: AlertDetail
  /** What it is about, once it is read; an outage is about none. */
  readonly event: Event | undefined
  /** All that were told of together with it, itself among them. */
  readonly others: readonly Alert[]
  readonly onBecome: (status: AlertStatus) => void
}

/** What can be done with an alert, and with all that were told of together with it. */
export function AlertActions({ alert, event, others, onBecome }: AlertActionsProps) {
  const words = useEventText()
  const { alerts: text, keys } = useText()
  const may = mayAs(useUser().role, 'operator')
  const all = useChangeAlerts()
  const give = useGiveFeedback(alert.event_id ?? '')
  const navigate = useNavigate()
  const [isSharing, setSharing] = useState(false)
  const unresolved = others.filter(({ status }) => status !== 'resolved').map(({ id }) => id)
  const waiting = others.filter(({ status }) => status === 'new').map(({ id }) => id)
  const isGroup = others.length > 1
  const take = () => {
    if (isGroup && waiting.length > 0) all.mutate({ ids: waiting, status: 'acknowledged' })
    // Somebody else may have taken it meanwhile: then there is nothing to take.
    else if (alert.status === 'new') onBecome('acknowledged')
  }
  const resolve = () => {
    if (isGroup && unresolved.length > 0) all.mutate({ ids: unresolved, status: 'resolved' })
    else onBecome('resolved')
  }
  const open = () => {
    if (alert.event_id !== null) void navigate({ to: '/events/$id', params: { id: alert.event_id } })
  }
  useKeys({
    ...(may && { a: { does: keys.take, act: take }, e: { does: keys.resolve, act: resolve } }),
    ...(may && event && { s: { does: keys.share, act: () => setSharing(true) } }),
    ...(event && {
      Enter: { does: keys.open, act: open },
      u: { does: keys.useful, act: () => give.mutate('useful') },
      n: { does: keys.noBigDeal, act: () => give.mutate('no_big_deal') },
      w: { does: keys.wrong, act: () => give.mutate('wrong') },
    }),
  })
  return (
    <footer className="flex flex-none flex-wrap gap-2 border-t border-line p-3 max-wide:px-4">
      {may && alert.status === 'new' && (
        <Button look="main" hint="A" onClick={take} className="max-wide:min-h-[44px] max-wide:flex-1">
          {isGroup ? text.takeAll(waiting.length) : text.take}
        </Button>
      )}
      {may && alert.status !== 'resolved' && (
        <Button hint="E" onClick={resolve} className="max-wide:min-h-[44px] max-wide:flex-1">
          {text.resolve}
        </Button>
      )}
      {event && <NoBigDeal eventId={event.id} hint="N" className="max-wide:min-h-[44px] max-wide:flex-1" />}
      {may && alert.status !== 'new' && (
        <Button look="bare" onClick={() => onBecome('new')} className="max-wide:min-h-[44px]">
          {text.again}
        </Button>
      )}
      <div className="flex-1 max-wide:hidden" />
      {may && event && (
        <Button
          icon="share"
          hint="S"
          aria-haspopup="dialog"
          onClick={() => setSharing(true)}
          className="max-wide:min-h-[44px]"
        >
          <span className="max-wide:sr-only">{words.shareIt}</span>
        </Button>
      )}
      {alert.event_id !== null && (
        <Link
          to="/events/$id"
          params={{ id: alert.event_id }}
          className={`${buttonClass({})} max-wide:min-h-[44px] max-wide:flex-1`}
        >
          {text.openEvent}
        </Link>
      )}
      <Suspense>
        {isSharing && event && <ShareDialog event={event} onClose={() => setSharing(false)} />}
      </Suspense>
    </footer>
  )
}
