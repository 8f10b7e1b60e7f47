import type { ReactNode } from 'react'
import type { FleetHealth, TroubledCamera } from '../../api/health.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { CameraRow } from './camera-row.js'
import { useFleetHealthText } from './use-fleet-health-text.js'

interface CameraListProps {
  readonly health: FleetHealth
  /** The name of a camera's site; nothing where there is one site. */
  readonly siteOf: (siteId: string) => string
  readonly zoneOf: (siteId: string) => string
}

/** The cameras that need somebody, those that could be better, and those of which their gateway speaks. */
export function CameraList({ health: { cameras }, ...places }: CameraListProps) {
  const text = useFleetHealthText()
  const language = useLanguage()
  const {
    total,
    troubled,
    need_somebody: need,
    could_be_better: better,
    behind_gateways: behind,
    off,
  } = cameras
  const inNeed = troubled.filter((camera) => camera.needs_somebody)
  const notBest = troubled.filter((camera) => !camera.needs_somebody)
  const fine = text.areFine(countOf(total - behind - need, language), countOf(total, language))
  const notes = [
    behind === 1 && text.behindOne,
    behind > 1 && text.behind(countOf(behind, language)),
    off === 1 && text.offOne,
    off > 1 && text.off(countOf(off, language)),
  ].filter((note) => note !== false)
  return (
    <>
      {need > 0 && <Part title={text.camerasInNeed} beside={fine} rows={inNeed} count={need} {...places} />}
      {better > 0 && <Part title={text.better} rows={notBest} count={better} {...places} />}
      {notes.length > 0 && <p className="px-4 py-3 text-ink-3">{notes.join(' ')}</p>}
    </>
  )
}

interface PartProps extends Omit<CameraListProps, 'health'> {
  readonly title: string
  readonly beside?: ReactNode
  readonly rows: readonly TroubledCamera[]
  /** How many there are; not all of them are rows. */
  readonly count: number
}

function Part({ title, beside, rows, count, siteOf, zoneOf }: PartProps) {
  const text = useFleetHealthText()
  const language = useLanguage()
  const mayChange = mayAs(useUser().role, 'operator')
  return (
    <section aria-label={title} className="border-t border-line first:border-t-0">
      <header className="flex items-baseline gap-[10px] px-4 pt-3 pb-1">
        <h2 className="font-title">{title}</h2>
        <span className="flex-1 text-xs text-ink-3">{beside}</span>
        <span className="w-[390px] text-xs text-ink-3 max-wide:hidden">{text.lastDay}</span>
      </header>
      <ul>
        {rows.map((camera) => (
          <CameraRow
            key={camera.camera_id}
            camera={camera}
            site={siteOf(camera.site_id)}
            zone={zoneOf(camera.site_id)}
            mayChange={mayChange}
          />
        ))}
      </ul>
      {rows.length < count && (
        <p className="px-4 pb-3 text-xs text-ink-3">{text.onlySome(countOf(rows.length, language))}</p>
      )}
    </section>
  )
}
