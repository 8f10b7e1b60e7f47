import type { Camera } from '../../api/cameras.js'
import { CameraState } from '../../cameras/camera-state.js'
import { NewestPicture } from '../../cameras/newest-picture.js'
import { Button, buttonClass } from '../../controls/button.js'
import { Section } from '../../controls/section.js'
import { AddressLink } from '../../frame/address-link.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { useGatewayText } from './use-gateway-text.js'

/** A gateway serves fifty cameras; more than these are in the list of all cameras. */
const most = 100

interface CamerasProps {
  readonly gatewayId: string
  readonly cameras: readonly Camera[] | undefined
  readonly isError: boolean
  readonly again: () => void
}

/** The cameras that a gateway serves. */
export function GatewayCameras({ gatewayId, cameras, isError, again }: CamerasProps) {
  const text = useGatewayText()
  const { frame } = useText()
  const language = useLanguage()
  const mayAdd = mayAs(useUser().role, 'operator')
  return (
    <Section title={text.cameras}>
      {isError && !cameras && (
        <p className="flex items-center gap-3">
          {text.camerasFailed}
          <Button small onClick={again}>
            {frame.tryAgain}
          </Button>
        </p>
      )}
      {cameras?.length === 0 && <p className="text-ink-2">{text.noCameras}</p>}
      {cameras && cameras.length > 0 && (
        <ul>
          {cameras.slice(0, most).map(({ id, name, status }) => (
            <li key={id} className="border-b border-line last:border-b-0">
              <AddressLink
                href={`/cameras/${id}`}
                className="flex min-h-row items-center gap-3 rounded-2 py-[5px] hover:bg-surface-2"
              >
                <NewestPicture cameraId={id} isOld={status !== 'online'} className="h-[34px] w-[60px]" />
                <span className="min-w-0 flex-1 truncate font-strong">{name}</span>
                <CameraState status={status} />
              </AddressLink>
            </li>
          ))}
        </ul>
      )}
      {cameras && cameras.length > most && (
        <p className="text-ink-3">{text.moreCameras(countOf(cameras.length - most, language))}</p>
      )}
      {mayAdd && (
        <AddressLink
          href={`/cameras/add?gateway=${gatewayId}`}
          className={`${buttonClass({ look: cameras?.length === 0 ? 'main' : 'plain' })} self-start max-wide:min-h-[44px]`}
        >
          {text.addCameras}
        </AddressLink>
      )}
    </Section>
  )
}
