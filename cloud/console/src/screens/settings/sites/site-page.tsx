import { useParams } from '@tanstack/react-router'
import { useSites } from '../../../api/sites.js'
import { Button } from '../../../controls/button.js'
import { Centred, Loading, Nothing } from '../../../frame/page-states.js'
import { useText } from '../../../text/use-text.js'
import { SettingsBar, SettingsParts } from '../settings-bar.js'
import { useSettingsText } from '../use-settings-text.js'
import { AboutSite } from './about-site.js'
import { RemoveSite } from './remove-site.js'
import { SiteCameras, SiteGateways } from './site-things.js'
import { useSitesText } from './use-sites-text.js'

/** A site: what is said of it, and what stands there. */
export function SitePage() {
  const text = useSitesText()
  const settings = useSettingsText()
  const { frame } = useText()
  const { id } = useParams({ from: '/in-settings/sites/$id' })
  const { data, isPending, isError, refetch } = useSites()
  const site = data?.find((one) => one.id === id)
  if (data && !site) return <Nothing />
  return (
    <>
      <SettingsBar title={site?.name ?? settings.sections.sites} up={{ to: '/sites', label: text.back }} />
      {isPending && <Loading />}
      {isError && !data && (
        <Centred sentence={settings.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {site && (
        <SettingsParts key={id}>
          <AboutSite site={site} />
          <SiteGateways siteId={id} />
          <SiteCameras siteId={id} />
          <RemoveSite site={site} />
        </SettingsParts>
      )}
    </>
  )
}
