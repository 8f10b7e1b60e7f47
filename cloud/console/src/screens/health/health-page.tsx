import { type FleetHealth, useFleetHealth } from '../../api/health.js'
import { useSites, useZoneOfSite } from '../../api/sites.js'
import { Button, buttonClass } from '../../controls/button.js'
import { AddressLink } from '../../frame/address-link.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading } from '../../frame/page-states.js'
import { useSiteId } from '../../frame/use-site.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { CameraList } from './camera-list.js'
import { FineCameras } from './fine-cameras.js'
import { GatewayCard } from './gateway-card.js'
import { useFleetHealthText } from './use-fleet-health-text.js'

/** How every gateway and every camera fares, and what needs somebody. */
export function HealthPage() {
  const { frame } = useText()
  const text = useFleetHealthText()
  const mayPair = mayAs(useUser().role, 'operator')
  const { data, isPending, refetch } = useFleetHealth(useSiteId())
  const isEmpty = data?.gateways.length === 0 && data.cameras.total + data.cameras.off === 0
  return (
    <>
      <PageBar title={frame.health} beside={data && <Need count={data.needs_somebody} />}>
        {data && !isEmpty && (
          <span className="flex items-center gap-[6px] text-xs text-ink-3 max-wide:hidden">
            <span className="size-2 rounded-full bg-accent" />
            {text.asItIs}
          </span>
        )}
        {mayPair && (
          <AddressLink href="/gateways/pair" className={buttonClass({ small: true })}>
            <Icon name="plus" size={16} />
            <span className="max-wide:sr-only">{text.pair}</span>
          </AddressLink>
        )}
      </PageBar>
      {isPending && <Loading />}
      {!isPending && !data && (
        <Centred sentence={text.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {isEmpty && (
        <Centred sentence={mayPair ? text.empty : text.emptyViewer}>
          {mayPair && (
            <AddressLink href="/gateways/pair" className={buttonClass({ look: 'main' })}>
              {text.pair}
            </AddressLink>
          )}
        </Centred>
      )}
      {data && !isEmpty && <Fleet health={data} />}
    </>
  )
}

function Need({ count }: { count: number }) {
  const text = useFleetHealthText()
  const language = useLanguage()
  if (count === 0) return null
  return (
    <span className="inline-flex h-5 items-center gap-[6px] self-start rounded-1 bg-warn-soft px-[7px] text-xs font-strong whitespace-nowrap text-warn">
      <Icon name="warn" size={13} />
      {count === 1 ? text.needOne : text.need(countOf(count, language))}
    </span>
  )
}

/** Of more gateways two days are on the page of each. */
const mostWithHistory = 4

function Fleet({ health }: { health: FleetHealth }) {
  const text = useFleetHealthText()
  const sites = useSites().data ?? []
  const zoneOf = useZoneOfSite()
  const siteOf = (siteId: string): string =>
    sites.length < 2 ? '' : (sites.find(({ id }) => id === siteId)?.name ?? '')
  const { gateways, cameras } = health
  const ordered = gateways.toSorted((one, other) => Number(other.needs_somebody) - Number(one.needs_somebody))
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-[14px] overflow-y-auto p-[14px] max-wide:p-2">
      {health.needs_somebody === 0 && <AllFine cameras={cameras} />}
      {ordered.length > 0 && (
        <section
          aria-label={text.gateways}
          className={`grid gap-[14px] ${ordered.length > 1 ? 'desk:grid-cols-2' : ''}`}
        >
          <h2 className="sr-only">{text.gateways}</h2>
          {ordered.map((gateway) => (
            <GatewayCard
              key={gateway.id}
              gateway={gateway}
              site={siteOf(gateway.site_id)}
              zone={zoneOf(gateway.site_id)}
              withHistory={ordered.length <= mostWithHistory}
              isAlone={ordered.length === 1}
            />
          ))}
        </section>
      )}
      {cameras.total + cameras.off > 0 && (
        <div className="flex-none overflow-hidden rounded-3 border border-line bg-surface">
          <CameraList health={health} siteOf={siteOf} zoneOf={zoneOf} />
          <FineCameras health={health} siteOf={siteOf} />
        </div>
      )}
    </div>
  )
}

/** One sentence, where that is all there is to say. */
function AllFine({ cameras }: Pick<FleetHealth, 'cameras'>) {
  const text = useFleetHealthText()
  const language = useLanguage()
  const count = cameras.total - cameras.behind_gateways
  const said =
    count === 0
      ? text.allFine
      : text.allFineWith(count === 1 ? text.fineOne : text.fineCount(countOf(count, language)))
  return (
    <p className="flex items-center gap-2 px-1 text-md text-ink-2">
      <span className="text-ok">
        <Icon name="check" size={18} />
      </span>
      {said}
    </p>
  )
}
