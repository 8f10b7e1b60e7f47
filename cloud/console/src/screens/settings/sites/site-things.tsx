import { Link } from '@tanstack/react-router'
import { useCameras } from '../../../api/cameras.js'
import { useGatewayNames } from '../../../api/names.js'
import { CameraState } from '../../../cameras/camera-state.js'
import { Section } from '../../../controls/section.js'
import { Icon } from '../../../icons/icon.js'
import { useSitesText } from './use-sites-text.js'

/** As many cameras are named here; all of them are a press away. */
const most = 20

const row = 'flex min-h-row items-center gap-3 rounded-2 px-2 -mx-2'

/** The gateways of a site, and how they fare. */
export function SiteGateways({ siteId }: { siteId: string }) {
  const text = useSitesText()
  const gateways = useGatewayNames().data?.filter(({ site_id: site }) => site === siteId)
  return (
    <Section title={text.gatewaysTitle}>
      {gateways?.length === 0 && <p className="text-ink-3">{text.noGateway}</p>}
      <ul>
        {gateways?.map(({ id, name, status }) => (
          <li key={id} className={row}>
            <span className="text-ink-3">
              <Icon name="gateway" />
            </span>
            <span className="min-w-0 flex-1 truncate">{name === '' ? text.unnamed : name}</span>
            <span className="text-ink-2">{text.gatewayStatus[status]}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The cameras of a site. */
export function SiteCameras({ siteId }: { siteId: string }) {
  const text = useSitesText()
  const cameras = useCameras(siteId).data
  return (
    <Section title={text.camerasTitle}>
      {cameras?.length === 0 && <p className="text-ink-3">{text.noCamera}</p>}
      <ul>
        {cameras?.slice(0, most).map(({ id, name, status }) => (
          <li key={id}>
            <Link
              to="/cameras/$id/{-$tab}"
              params={{ id }}
              search={{}}
              className={`${row} hover:bg-surface-2`}
            >
              <span className="text-ink-3">
                <Icon name="cameras" />
              </span>
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <CameraState status={status} />
            </Link>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-4">
        {cameras && cameras.length > most && (
          <Link to="/cameras" search={{ site: siteId }} className="text-accent hover:underline">
            {text.moreCameras}
          </Link>
        )}
        {cameras && cameras.length > 0 && (
          <Link to="/live" search={{ site: siteId }} className="text-accent hover:underline">
            {text.live}
          </Link>
        )}
      </p>
    </Section>
  )
}
