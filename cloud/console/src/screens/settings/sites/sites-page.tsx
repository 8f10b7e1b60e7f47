import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCameras } from '../../../api/cameras.js'
import { useGatewayNames } from '../../../api/names.js'
import { type Site, useSites } from '../../../api/sites.js'
import { Button } from '../../../controls/button.js'
import { RowList } from '../../../controls/row-list.js'
import { focusSearch, SearchField } from '../../../controls/search-field.js'
import { useKeys } from '../../../frame/keys.js'
import { Centred, Loading } from '../../../frame/page-states.js'
import { Icon } from '../../../icons/icon.js'
import { useLanguage, useText } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'
import { SettingsBar } from '../settings-bar.js'
import { useSettingsText } from '../use-settings-text.js'
import { hasWords } from '../words-in.js'
import { NewSite } from './new-site.js'
import { useSitesText } from './use-sites-text.js'

const rowPx = 60

/** Every site, with what stands there. */
export function SitesPage() {
  const text = useSitesText()
  const settings = useSettingsText()
  const { frame, keys } = useText()
  const { q = '' } = useSearch({ from: '/in-settings/sites' })
  const navigate = useNavigate()
  const { data, isPending, isError, refetch } = useSites()
  const [isAdding, setAdding] = useState(false)
  const found = data?.filter(({ name, address }) => hasWords(`${name} ${address ?? ''}`, q)) ?? []
  const search = (words: string) =>
    void navigate({ to: '/sites', search: words === '' ? {} : { q: words }, replace: true })
  useKeys({ '/': { does: keys.search, act: focusSearch } })
  return (
    <>
      <SettingsBar
        title={settings.sections.sites}
        beside={<SearchField label={text.search} words={q} onWords={search} />}
      >
        <Button look="main" icon="plus" onClick={() => setAdding(true)}>
          <span className="max-wide:sr-only">{text.add}</span>
        </Button>
      </SettingsBar>
      {isPending && <Loading />}
      {isError && !data && (
        <Centred sentence={settings.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {data?.length === 0 && (
        <Centred sentence={text.empty}>
          <Button onClick={() => setAdding(true)}>{text.add}</Button>
        </Centred>
      )}
      {data && data.length > 0 && found.length === 0 && (
        <Centred sentence={text.noneFound}>
          <Button onClick={() => search('')}>{text.clear}</Button>
        </Centred>
      )}
      {found.length > 0 && <Sites sites={found} />}
      {isAdding && <NewSite onClose={() => setAdding(false)} />}
    </>
  )
}

function Sites({ sites }: { sites: readonly Site[] }) {
  const text = useSitesText()
  const cameras = useCameras(null).data
  const gateways = useGatewayNames().data
  const at = (things: readonly { readonly site_id: string }[] | undefined, id: string): number | null =>
    things?.filter(({ site_id: site }) => site === id).length ?? null
  return (
    <div className="flex min-h-0 flex-1 flex-col pt-2">
      <RowList
        label={text.list}
        items={sites}
        rowPx={rowPx}
        keyOf={({ id }) => id}
        row={(site) => (
          <SiteRow site={site} cameras={at(cameras, site.id)} gateways={at(gateways, site.id)} />
        )}
      />
    </div>
  )
}

interface SiteRowProps {
  readonly site: Site
  /** How many stand there; null: it is not known yet. */
  readonly cameras: number | null
  readonly gateways: number | null
}

function SiteRow({ site: { id, name, address, timezone }, cameras, gateways }: SiteRowProps) {
  const text = useSitesText()
  const language = useLanguage()
  const said = [
    cameras === null ? null : text.cameras(countOf(cameras, language), cameras === 1),
    gateways === null ? null : text.gateways(countOf(gateways, language), gateways === 1),
  ].filter((part) => part !== null)
  return (
    <Link
      to="/sites/$id"
      params={{ id }}
      className="flex h-full items-center gap-4 rounded-3 px-3 hover:bg-surface-2"
    >
      <span className="text-ink-3">
        <Icon name="site" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-strong">{name}</span>
        <span className="block truncate text-xs text-ink-3">
          {[address, timezone.replaceAll('_', ' ')]
            .filter((part) => part !== null && part !== '')
            .join(' · ')}
        </span>
      </span>
      <span className="flex-none text-right text-ink-2 max-wide:text-xs">{said.join(' · ')}</span>
    </Link>
  )
}
