import type { AlertDetail } from '../../api/alerts.js'
import { useAlertTimeline } from '../../api/alerts.js'
import { useConnectivity } from '../../api/camera.js'
import { useZoneOfSite } from '../../api/sites.js'
import { useFault } from '../../cameras/use-fault.js'
import { Note } from '../../controls/note.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { durationOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'
import { useNow } from '../../time/use-now.js'
import { useOutageText } from './use-outage-text.js'

const halfMinuteMs = 30_000

/** What was off line has no clip: since when, why, what to do, and since when it is back. */
export function AlertOutage({ alert }: { alert: AlertDetail }) {
  const { backSince } = useText().alerts
  const text = useOutageText()
  const language = useLanguage()
  const zone = useZoneOfSite()(alert.site_id)
  const recovered = useAlertTimeline(alert.id).data?.findLast(({ action }) => action === 'recovered')?.at
  const isBack = recovered !== undefined
  const trouble = useConnectivity(isBack ? null : alert.camera_id).data
  const now = useNow(halfMinuteMs)
  const from = new Date(alert.triggered_at)
  const seconds = ((recovered ? new Date(recovered) : now).getTime() - from.getTime()) / 1000
  const fault = useFault()
  const said = trouble && !trouble.ok ? fault(trouble) : null
  const remedy = said?.remedy ?? (alert.gateway_id !== null && !isBack ? text.gatewayRemedy : null)
  return (
    <Note tone={isBack ? 'ok' : 'alarm'}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-[6px] text-md">
        <dt className="text-ink-2">{text.offSince}</dt>
        <dd>
          <Moment at={alert.triggered_at} zone={zone} />, {durationOf(seconds, language)}
        </dd>
        {said && (
          <>
            <dt className="text-ink-2">{text.cause}</dt>
            <dd title={said.detail ?? undefined}>{said.message}</dd>
          </>
        )}
        {remedy !== null && (
          <>
            <dt className="text-ink-2">{text.remedy}</dt>
            <dd>{remedy}</dd>
          </>
        )}
        {recovered !== undefined && (
          <>
            <dt className="text-ink-2">{backSince}</dt>
            <dd>
              <Moment at={recovered} zone={zone} />
            </dd>
          </>
        )}
      </dl>
    </Note>
  )
}
