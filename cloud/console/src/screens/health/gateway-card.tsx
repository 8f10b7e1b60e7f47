import { useGatewayHistory } from '../../api/gateways.js'
import type { GatewayHealth } from '../../api/health.js'
import { AddressLink } from '../../frame/address-link.js'
import { badgeTrouble, GatewayBadge } from '../../gateways/gateway-badge.js'
import { GatewayFigureList } from '../../gateways/gateway-figures.js'
import { GatewayNotes } from '../../gateways/gateway-notes.js'
import { useGatewaysText } from '../../gateways/use-gateways-text.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'

interface GatewayCardProps {
  readonly gateway: GatewayHealth
  readonly site: string
  /** IANA name of the zone of its site. */
  readonly zone: string
  /** There are few, and each says how its figures came to be. */
  readonly withHistory: boolean
  /** It has the whole width. */
  readonly isAlone: boolean
}

/** A gateway: how it stands, what that means, and its figures. */
export function GatewayCard({ gateway, site, zone, withHistory, isAlone }: GatewayCardProps) {
  const text = useGatewaysText()
  const language = useLanguage()
  const { id, name, status, cameras, figures, local_ip: address } = gateway
  const history = useGatewayHistory(id, withHistory ? figures.reported_at : null).data
  const count = cameras.total === 1 ? text.oneCamera : text.cameras(countOf(cameras.total, language))
  const facts = [site, count, address ?? ''].filter((fact) => fact !== '')
  const called = name === '' ? text.unnamed : name
  return (
    <article aria-label={called} className="flex flex-col gap-3 rounded-3 border border-line bg-surface p-4">
      <header className="flex items-center gap-[10px]">
        <span className="grid size-[38px] flex-none place-items-center rounded-2 bg-surface-2 text-ink-2">
          <Icon name="gateway" size={21} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-md font-strong">
            <AddressLink href={`/gateways/${id}`} className="hover:underline">
              {called}
            </AddressLink>
          </h3>
          <p className="truncate text-xs text-ink-3">{facts.join(' · ')}</p>
        </div>
        <GatewayBadge status={status} trouble={badgeTrouble(gateway.needs_somebody, figures.troubles)} />
      </header>
      <GatewayNotes gateway={gateway} figures={figures} cameras={cameras.total} zone={zone} />
      {figures.reported_at !== null && (
        <div className="mt-auto pt-1">
          <GatewayFigureList
            figures={figures}
            history={history}
            version={gateway.version}
            isOutdated={gateway.version_outdated}
            isWide={isAlone}
          />
        </div>
      )}
    </article>
  )
}
