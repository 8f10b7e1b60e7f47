import { getRouteApi, Link } from '@tanstack/react-router'
import { useGatewayNames } from '../../api/names.js'
import { useSites } from '../../api/sites.js'
import { Button, buttonClass } from '../../controls/button.js'
import { AddressLink } from '../../frame/address-link.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading, Nothing } from '../../frame/page-states.js'
import { useSiteId } from '../../frame/use-site.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { AddDirect } from './add-direct.js'
import { byHand, chosenGateway, noGateway } from './add-search.js'
import { AtGateway } from './at-gateway.js'
import { GatewaySelect } from './gateway-select.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

const route = getRouteApi('/cameras/add')

/** Adds cameras: found by a gateway, at an address that somebody names, or reached over the internet. */
export function AddCamerasPage() {
  const text = useAddCamerasText()
  const { frame } = useText()
  const { role } = useUser()
  const { gateway: named, device } = route.useSearch()
  const navigate = route.useNavigate()
  const siteId = useSiteId()
  const gateways = useGatewayNames()
  const sites = useSites()
  if (!mayAs(role, 'operator')) return <Nothing />
  const choose = (gateway: string) => void navigate({ search: { gateway }, replace: true })
  const known = gateways.data ?? []
  const chosen = chosenGateway(known, named, siteId)
  const isDirect = named === noGateway
  const failed = (gateways.isError && !gateways.data) || (sites.isError && !sites.data)
  const isReady = gateways.data !== undefined && sites.data !== undefined
  return (
    <>
      <PageBar
        title={text.title}
        before={
          <Link
            to="/cameras"
            aria-label={text.toCameras}
            title={text.toCameras}
            // On a phone a camera that is open has a way back of its own.
            className={`${buttonClass({ look: 'bare', bare: true })} -mr-2 -ml-2 ${device === undefined ? '' : 'max-wide:hidden'}`}
          >
            <Icon name="back" />
          </Link>
        }
        beside={
          known.length > 0 && (
            <GatewaySelect
              isHiddenOnPhones={device !== undefined}
              gateways={known}
              value={isDirect ? noGateway : (chosen?.id ?? '')}
              onChoose={choose}
            />
          )
        }
      />
      {!isReady && !failed && <Loading />}
      {failed && (
        <Centred sentence={text.failed}>
          <Button
            onClick={() => {
              void gateways.refetch()
              void sites.refetch()
            }}
          >
            {frame.tryAgain}
          </Button>
        </Centred>
      )}
      {isReady && isDirect && <AddDirect sites={sites.data} />}
      {isReady && !isDirect && chosen && <AtGateway key={chosen.id} gateway={chosen} sites={sites.data} />}
      {isReady && !isDirect && !chosen && known.length > 0 && (
        <Centred sentence={text.chooseGateway}>
          <ul className="flex flex-col gap-2">
            {known.map(({ id, name }) => (
              <li key={id}>
                <Button icon="gateway" onClick={() => choose(id)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </Centred>
      )}
      {isReady && !isDirect && known.length === 0 && (
        <Centred sentence={text.noGateway}>
          <AddressLink href="/gateways/pair" className={buttonClass({ look: 'main' })}>
            {text.pair}
          </AddressLink>
          <Button
            look="bare"
            onClick={() => void navigate({ search: { gateway: noGateway, device: byHand } })}
          >
            {text.addDirect}
          </Button>
        </Centred>
      )}
    </>
  )
}
