import { useState } from 'react'
import { useCameras } from '../../api/cameras.js'
import type { FleetHealth } from '../../api/health.js'
import { Button } from '../../controls/button.js'
import { AddressLink } from '../../frame/address-link.js'
import { useSiteId } from '../../frame/use-site.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { Who } from './camera-row.js'
import { useFleetHealthText } from './use-fleet-health-text.js'

/** More of them are looked at in the list of all cameras. */
const most = 60

interface FineProps {
  readonly health: FleetHealth
  /** The name of a camera's site; nothing where there is one site. */
  readonly siteOf: (siteId: string) => string
}

/** The cameras of which there is nothing to say: folded until somebody wants them. */
export function FineCameras({ health, siteOf }: FineProps) {
  const text = useFleetHealthText()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { total, behind_gateways: behind, need_somebody: need, could_be_better: better } = health.cameras
  const count = total - behind - need - better
  if (count <= 0) return null
  return (
    <section aria-label={text.fine} className="border-t border-line">
      <header className="flex min-h-row flex-wrap items-center gap-x-[10px] gap-y-1 px-4 py-2">
        <h2 className="font-title">{text.fine}</h2>
        <span className="text-xs text-ink-3">
          {count === 1 ? text.fineOne : text.fineCount(countOf(count, language))}
        </span>
        <span className="flex-1" />
        <Button
          small
          look="bare"
          icon={isOpen ? 'down' : 'next'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {text.show}
        </Button>
      </header>
      {isOpen && <FineList health={health} siteOf={siteOf} />}
    </section>
  )
}

function FineList({ health, siteOf }: FineProps) {
  const text = useFleetHealthText()
  const cameras = useCameras(useSiteId()).data ?? []
  const troubled = new Set(health.cameras.troubled.map(({ camera_id: id }) => id))
  const fine = cameras.filter(
    ({ id, enabled, status }) => enabled && status === 'online' && !troubled.has(id),
  )
  return (
    <>
      <ul className="grid gap-x-4 px-4 pb-2 wide:grid-cols-2 desk:grid-cols-3">
        {fine.slice(0, most).map(({ id, name, site_id: siteId }) => (
          <li key={id} className="py-2">
            <Who id={id} name={name} isOld={false}>
              {siteOf(siteId) === '' ? text.online : `${siteOf(siteId)} · ${text.online}`}
            </Who>
          </li>
        ))}
      </ul>
      {fine.length > most && (
        <AddressLink
          href="/cameras?state=online"
          className="block px-4 pb-4 text-accent underline-offset-2 hover:underline"
        >
          {text.allCameras}
        </AddressLink>
      )}
    </>
  )
}
