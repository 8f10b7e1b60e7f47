import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { type Camera, useCameras } from '../../api/cameras.js'
import { useFirstCameras } from '../../api/first-cameras.js'
import { useSites } from '../../api/sites.js'
import { Button, buttonClass, IconButton } from '../../controls/button.js'
import { focusSearch, SearchField } from '../../controls/search-field.js'
import { useKeys } from '../../frame/keys.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading } from '../../frame/page-states.js'
import { Part } from '../../frame/part.js'
import { Icon } from '../../icons/icon.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { CameraCards } from './camera-cards.js'
import { type CamerasSearch, cameraStates, camerasLike, readCamerasSearch } from './cameras-search.js'
import { useCamerasText } from './use-cameras-text.js'

const FirstStep = lazy(() => import('../../frame/first-step.js'))

const route = getRouteApi('/cameras')

/** Every camera that this person may see, by words and state. */
export function CamerasPage() {
  const { frame, keys } = useText()
  const text = useCamerasText()
  const language = useLanguage()
  const { role } = useUser()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: all, isPending, isError, refetch } = useCameras(null)
  const first = useFirstCameras(isPending)
  const data = all ?? first?.cameras
  const sites = useSites().data
  const siteOf = ({ site_id: id }: Camera): string => sites?.find((site) => site.id === id)?.name ?? ''
  const found = data ? camerasLike(data, search, siteOf) : []
  const isFiltered = found.length !== data?.length
  const counted = (count: number): string => (count === 1 ? text.one : text.count(countOf(count, language)))
  const onSearch = (next: CamerasSearch) => void navigate({ search: next, replace: true })
  const change = (part: Record<string, unknown>) => onSearch(readCamerasSearch({ ...search, ...part }))
  useKeys({
    '/': {
      does: keys.search,
      act: focusSearch,
    },
  })

  return (
    <>
      <PageBar
        title={text.title}
        beside={
          <div className="flex min-w-0 flex-1 items-center gap-2">
            <SearchField label={text.search} words={search.q ?? ''} onWords={(q) => change({ q })} />
            <select
              aria-label={text.state}
              value={search.state ?? ''}
              onChange={({ target }) => change({ state: target.value })}
              className="h-control-small rounded-full border border-line-strong bg-transparent px-[10px] text-ink-2"
            >
              <option value="">{text.anyState}</option>
              {cameraStates.map((state) => (
                <StateOption key={state} state={state} />
              ))}
            </select>
          </div>
        }
      >
        {mayAs(role, 'operator') && <AddLink />}
        <IconButton
          small
          look="plain"
          icon={search.view === 'grid' ? 'menu' : 'live'}
          label={search.view === 'grid' ? text.table : text.grid}
          onClick={() => change({ view: search.view === 'grid' ? '' : 'grid' })}
        />
      </PageBar>
      {!all && !isError && found.length === 0 && <Loading />}
      {isError && !all && (
        <Centred sentence={text.failed}>
          <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {all?.length === 0 && (
        <Centred sentence={role === 'viewer' ? text.emptyViewer : text.empty}>
          <Part>
            <FirstStep />
          </Part>
        </Centred>
      )}
      {all && all.length > 0 && found.length === 0 && (
        <Centred sentence={text.noneFound}>
          <Button onClick={() => onSearch({})}>{text.clear}</Button>
        </Centred>
      )}
      {found.length > 0 && (
        <>
          <p role="status" className="px-5 pt-2 pb-1 text-xs text-ink-3 max-wide:px-4">
            {counted(all || isFiltered ? found.length : (first?.total ?? 0))}
          </p>
          <CameraCards cameras={found} siteOf={siteOf} isGrid={search.view === 'grid'} />
        </>
      )}
    </>
  )
}

function AddLink() {
  const text = useCamerasText()
  return (
    <Link to="/cameras/add" search={{}} className={buttonClass({ small: true })}>
      <Icon name="plus" size={16} />
      {text.add}
    </Link>
  )
}

function StateOption({ state }: { state: Camera['status'] }) {
  return <option value={state}>{useCameraText().status[state]}</option>
}
