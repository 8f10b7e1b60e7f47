import { getRouteApi } from '@tanstack/react-router'
import {
  type Gateway,
  useCamerasOfGateway,
  useGateway,
  useGatewayFigures,
  useGatewayHistory,
} from '../../api/gateways.js'
import { isNotFound } from '../../api/queries.js'
import { useZoneOfSite } from '../../api/sites.js'
import { Button } from '../../controls/button.js'
import { Section } from '../../controls/section.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading, Nothing } from '../../frame/page-states.js'
import { BackToHealth } from '../../gateways/back-to-health.js'
import { badgeTrouble, GatewayBadge } from '../../gateways/gateway-badge.js'
import { GatewayFigureList } from '../../gateways/gateway-figures.js'
import { GatewayNotes } from '../../gateways/gateway-notes.js'
import { isGrave } from '../../gateways/trouble-words.js'
import { useGatewaysText } from '../../gateways/use-gateways-text.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { Commissioning } from './commissioning.js'
import { GatewayCameras } from './gateway-cameras.js'
import { GatewayFacts } from './gateway-facts.js'
import { GatewayName } from './gateway-name.js'
import { MachineDeeds } from './machine-deeds.js'
import { useGatewayText } from './use-gateway-text.js'

const route = getRouteApi('/gateways/$id')

/** One gateway: how it fares, its cameras, and what can be done with it. */
export function GatewayPage() {
  const text = useGatewayText()
  const { frame } = useText()
  const { id } = route.useParams()
  const { data: gateway, isPending, error, refetch } = useGateway(id)
  if (isPending) return <Loading />
  if (!gateway && isNotFound(error)) return <Nothing />
  if (!gateway)
    return (
      <Centred sentence={text.failed}>
        <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
      </Centred>
    )
  return <OneGateway key={id} gateway={gateway} />
}

function OneGateway({ gateway }: { gateway: Gateway }) {
  const text = useGatewayText()
  const words = useGatewaysText()
  const mayChange = mayAs(useUser().role, 'operator')
  const zone = useZoneOfSite()(gateway.site_id)
  const figures = useGatewayFigures(gateway.id).data
  const history = useGatewayHistory(gateway.id, figures?.reported_at ?? null).data
  const cameras = useCamerasOfGateway(gateway.id)
  const count = cameras.data?.length ?? 0
  const troubles = figures?.troubles ?? []
  return (
    <>
      <PageBar
        title={gateway.name === '' ? words.unnamed : gateway.name}
        before={<BackToHealth />}
        beside={
          <GatewayBadge status={gateway.status} trouble={badgeTrouble(troubles.some(isGrave), troubles)} />
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-[14px] max-wide:p-2">
        <div className="mx-auto grid max-w-[1180px] items-start gap-[14px] desk:grid-cols-[minmax(0,1fr)_400px]">
          <div className="flex min-w-0 flex-col gap-[14px]">
            {figures && <GatewayNotes gateway={gateway} figures={figures} cameras={count} zone={zone} />}
            {figures && figures.reported_at !== null && (
              <Section title={text.figures}>
                <GatewayFigureList
                  figures={figures}
                  history={history}
                  version={gateway.version}
                  isOutdated={gateway.version_outdated}
                />
              </Section>
            )}
            <GatewayCameras
              gatewayId={gateway.id}
              cameras={cameras.data}
              isError={cameras.isError}
              again={() => void cameras.refetch()}
            />
            <GatewayFacts gateway={gateway} figures={figures} zone={zone} />
          </div>
          {mayChange && (
            <div className="flex min-w-0 flex-col gap-[14px]">
              <GatewayName gateway={gateway} />
              <Commissioning gateway={gateway} zone={zone} />
              <MachineDeeds gateway={gateway} cameras={cameras.data?.length ?? null} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}
