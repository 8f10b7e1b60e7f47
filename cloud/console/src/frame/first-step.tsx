import { useGatewayNames } from '../api/names.js'
import { buttonClass } from '../controls/button.js'
import { mayAs } from '../session/session-user.js'
import { useUser } from '../session/use-session.js'
import { usePairingText } from '../text/use-pairing-text.js'
import { AddressLink } from './address-link.js'

/** Where there is no camera: what brings the first one. A gateway comes before its cameras. Nothing for those who may not. */
export default function FirstStep() {
  const text = usePairingText()
  const { role } = useUser()
  const { data } = useGatewayNames()
  if (!data || !mayAs(role, 'operator')) return null
  const paired = data.filter(({ status }) => status !== 'registered')
  const [only] = paired
  const isOne = paired.length === 1 && only !== undefined
  return (
    <AddressLink
      href={!only ? '/gateways/pair' : isOne ? `/cameras/add?gateway=${only.id}` : '/cameras/add'}
      className={`${buttonClass({ look: 'main' })} min-h-[44px]`}
    >
      {only ? text.addCameras : text.title}
    </AddressLink>
  )
}
