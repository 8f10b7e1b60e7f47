import { type ReactNode, Suspense } from 'react'
import type { TroubledCamera } from '../../api/health.js'
import { NewestPicture } from '../../cameras/newest-picture.js'
import { useFault, useWarning } from '../../cameras/use-fault.js'
import { buttonClass } from '../../controls/button.js'
import { AddressLink } from '../../frame/address-link.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { Moment } from '../../time/moment.js'
import { mendOf } from './mend.js'
import { OutageStrip } from './outage-strip.js'
import { useFleetHealthText } from './use-fleet-health-text.js'

interface CameraRowProps {
  readonly camera: TroubledCamera
  readonly site: string
  /** IANA name of the zone of its site. */
  readonly zone: string
  readonly mayChange: boolean
}

const row =
  'grid items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 grid-cols-[minmax(0,1fr)_auto] wide:min-h-[58px] wide:grid-cols-[240px_minmax(0,1fr)_minmax(120px,262px)_112px] wide:py-2'

/** A camera that needs somebody or could be better: why, what to do, its last day, and the button that mends it. */
export function CameraRow({ camera, site, zone, mayChange }: CameraRowProps) {
  const text = useFleetHealthText()
  const { camera_id: id, name, connectivity, needs_somebody: needs, outages } = camera
  const { deed, tab } = mendOf(camera, mayChange)
  return (
    <li className={row}>
      <Who id={id} name={name} isOld={needs}>
        {site !== '' && `${site} · `}
        {!needs ? text.online : <Since at={connectivity.since} zone={zone} />}
      </Who>
      <div className="min-w-0 max-wide:order-last max-wide:col-span-2">
        <Suspense>{needs ? <Cause camera={camera} /> : <Better camera={camera} />}</Suspense>
      </div>
      <div className="max-wide:order-last max-wide:col-span-2">
        <OutageStrip outages={outages} />
      </div>
      <AddressLink
        href={`/cameras/${id}/${tab}`}
        aria-label={text.mendNamed(text.mend[deed], name)}
        className={`${buttonClass({ small: true, look: deed === 'password' ? 'main' : 'plain' })} max-wide:h-[44px] wide:justify-self-end`}
      >
        {text.mend[deed]}
      </AddressLink>
    </li>
  )
}

/** Picture and name of a camera, and how it stands. */
export function Who({
  id,
  name,
  isOld,
  children,
}: {
  id: string
  name: string
  isOld: boolean
  children: ReactNode
}) {
  return (
    <div className="flex min-w-0 items-center gap-[11px]">
      <NewestPicture cameraId={id} isOld={isOld} className="h-[34px] w-[60px]" />
      <div className="min-w-0">
        <AddressLink href={`/cameras/${id}`} className="block truncate font-strong hover:underline">
          {name}
        </AddressLink>
        <p className="truncate text-xs text-ink-3">{children}</p>
      </div>
    </div>
  )
}

function Since({ at, zone }: { at: string; zone: string }) {
  const [before = '', after = ''] = useFleetHealthText().since('|').split('|')
  return (
    <>
      {before}
      <Moment at={at} zone={zone} />
      {after}
    </>
  )
}

function Cause({ camera: { connectivity, status } }: { camera: TroubledCamera }) {
  const { message, remedy } = useFault()(connectivity)
  const mark = status === 'offline' ? 'rotate-45 rounded-[1px] bg-alarm' : 'rounded-[2px] bg-warn'
  return <Said mark={mark} title={message} remedy={remedy} />
}

const ring = 'rounded-full border-2 border-ink-3'

/** The first of what could be better; all of it is on the page of the camera. */
function Better({ camera }: { camera: TroubledCamera }) {
  const text = useFleetHealthText()
  const language = useLanguage()
  const words = useWarning()
  const [warning] = camera.warnings
  if (warning) {
    const { message, remedy } = words(warning)
    return <Said mark={ring} title={message} remedy={remedy} />
  }
  const stalls = camera.stalls_last_hour ?? 0
  if (stalls > 0)
    return <Said mark={ring} title={text.stalls(countOf(stalls, language))} remedy={text.stallsDo} />
  const reconnects = camera.reconnects_last_hour ?? 0
  return (
    <Said mark={ring} title={text.reconnects(countOf(reconnects, language))} remedy={text.reconnectsDo} />
  )
}

function Said({ mark, title, remedy }: { mark: string; title: string; remedy: string | null }) {
  return (
    <>
      <p className="flex items-start gap-[7px]">
        <span className={`mt-[6px] size-2 flex-none ${mark}`} />
        <span className="min-w-0">{title}</span>
      </p>
      {remedy !== null && <p className="text-xs text-ink-3">{remedy}</p>}
    </>
  )
}
