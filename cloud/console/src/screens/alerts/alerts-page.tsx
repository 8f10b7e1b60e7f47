import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AlertStatus } from '../../api/alerts.js'
import { useChangeAlerts } from '../../api/change-alerts.js'
import { Button, IconButton } from '../../controls/button.js'
import { useKeys } from '../../frame/keys.js'
import { MarkedBar } from '../../frame/marked-bar.js'
import { PageBar } from '../../frame/page-bar.js'
import { Centred, Loading } from '../../frame/page-states.js'
import { useMarked } from '../../frame/use-marked.js'
import { useMedia } from '../../frame/use-media.js'
import { useSiteId } from '../../frame/use-site.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useText } from '../../text/use-text.js'
import { AlertDetail } from './alert-detail.js'
import { whereOf } from './alert-row.js'
import { type AlertsSearch, isFiltered } from './alert-search.js'
import { AlertsFilters, HeapTabs } from './alerts-filters.js'
import { AlertsList } from './alerts-list.js'
import type { AlertGroup } from './group-alerts.js'
import { NothingWaits } from './nothing-waits.js'
import { OneAlertBar } from './one-alert-bar.js'
import { useHeaps } from './use-heaps.js'

/** The alerts in their heaps, and the chosen one beside them; on a phone one or the other. */
export function AlertsPage() {
  const { alerts: text, frame, keys } = useText()
  const { status, rule, from, to, group: told } = useSearch({ strict: false })
  const search: AlertsSearch = dropNone({ status, rule, from, to, group: told })
  const { id } = useParams({ strict: false })
  const navigate = useNavigate()
  const hasRoom = useMedia('(min-width: 60rem)')
  const isDesk = useMedia('(min-width: 80rem)')
  const [isFiltering, setFiltering] = useState(isFiltered(search))
  const may = mayAs(useUser().role, 'operator')
  const heaps = useHeaps(status, { ...search, site: useSiteId() ?? undefined })
  const change = useChangeAlerts()
  const groups = heaps.flatMap((heap) => heap.groups)
  const marks = useMarked(groups, ({ newest }) => newest.id)
  const chosen = id ?? (hasRoom ? groups[0]?.newest.id : undefined)

  const at = groups.findIndex(({ alerts }) => alerts.some((one) => one.id === chosen))
  const shown = groups[at]

  const step = (by: number) => {
    const next = groups[at + by]
    if (next) void navigate({ to: '/alerts/$id', params: { id: next.newest.id }, search, replace: true })
  }
  const onSearch = (next: AlertsSearch) =>
    void navigate({ to: '/alerts', search: ({ site }) => ({ site, ...next }), replace: true })
  const changeAll = (of: readonly AlertGroup[], wanted: AlertStatus) => {
    if (wanted === 'new') return
    const ids = of.flatMap(({ alerts }) => alerts.filter(changes(wanted)).map((alert) => alert.id))
    if (ids.length > 0) change.mutate({ ids, status: wanted })
  }
  const changeMarked = (wanted: AlertStatus) => {
    changeAll(marks.things, wanted)
    marks.end()
  }
  useKeys({
    j: { does: keys.next, act: () => step(1) },
    k: { does: keys.before, act: () => step(-1) },
    Escape: {
      does: keys.back,
      act: () => (marks.ids ? marks.end() : void navigate({ to: '/alerts', search })),
    },
    ...(may &&
      shown && {
        // They act at once, before all of the alert is read.
        a: { does: keys.take, act: () => changeAll([shown], 'acknowledged') },
        e: { does: keys.resolve, act: () => changeAll([shown], 'resolved') },
        c: { does: keys.choose, act: () => marks.toggle(shown) },
      }),
  })

  const isListShown = hasRoom || id === undefined
  const isPending = heaps.some(({ query }) => query.isPending)
  // An alert that is shown before the list it stands beside would be moved by it.
  const isWaiting = isListShown && isPending && groups.length === 0
  const failed = heaps.find(({ query }) => query.isError && !query.data)
  return (
    <>
      {!isListShown && (
        <OneAlertBar
          title={(shown && whereOf(shown.newest)) || text.title}
          onBack={() => void navigate({ to: '/alerts', search })}
        />
      )}
      {isListShown && (
        <PageBar title={text.title} beside={<HeapTabs search={search} shown={heaps} />}>
          {isDesk && <AlertsFilters search={search} onSearch={onSearch} />}
          {!hasRoom && (
            <IconButton
              icon="filter"
              label={text.filter}
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            />
          )}
          {may && groups.length > 0 && (
            <IconButton
              icon="select"
              label={text.choose}
              aria-pressed={marks.ids !== null}
              onClick={() => (marks.ids ? marks.end() : marks.begin())}
            />
          )}
        </PageBar>
      )}
      {isListShown && marks.ids === null && !isDesk && (hasRoom || isFiltering) && (
        <div className="flex-none px-5 pt-[10px] pb-2 max-wide:px-4">
          <AlertsFilters search={search} onSearch={onSearch} />
        </div>
      )}
      {marks.ids && (
        <MarkedBar
          label={text.chosenOnes}
          count={marks.things.reduce((sum, { alerts }) => sum + alerts.length, 0)}
          onAll={marks.all}
          onEnd={marks.end}
        >
          <Button
            small
            look="main"
            disabled={marks.things.length === 0}
            onClick={() => changeMarked('acknowledged')}
          >
            {text.take}
          </Button>
          <Button small disabled={marks.things.length === 0} onClick={() => changeMarked('resolved')}>
            {text.resolve}
          </Button>
        </MarkedBar>
      )}
      {change.isError && (
        <p role="alert" className="bg-alarm-soft px-5 py-2 text-alarm">
          {text.changeFailed}
        </p>
      )}
      {isWaiting && !failed && <Loading />}
      {failed && (
        <Centred sentence={text.failed}>
          <Button onClick={() => void failed.query.refetch()}>{frame.tryAgain}</Button>
        </Centred>
      )}
      {!failed && !isPending && groups.length === 0 && id === undefined && (
        <Empty search={search} onSearch={onSearch} />
      )}
      {!failed && !isWaiting && (groups.length > 0 || id !== undefined) && (
        <div className="flex min-h-0 flex-1">
          {isListShown && groups.length > 0 && (
            <AlertsList
              heaps={heaps}
              search={search}
              chosen={chosen}
              isPhone={!hasRoom}
              marked={marks.ids}
              onMark={marks.toggle}
              onChange={may ? (group, wanted) => changeAll([group], wanted) : null}
            />
          )}
          {chosen !== undefined && (
            <AlertDetail key={chosen} id={chosen} others={shown?.alerts ?? []} search={search} />
          )}
        </div>
      )}
    </>
  )
}

/** Whether an alert would become another one. */
const changes =
  (wanted: AlertStatus) =>
  ({ status }: { status: AlertStatus }): boolean =>
    wanted === 'acknowledged' ? status === 'new' : status !== wanted

function Empty({ search, onSearch }: { search: AlertsSearch; onSearch: (search: AlertsSearch) => void }) {
  const text = useText().alerts
  if (isFiltered(search))
    return (
      <Centred sentence={text.noneLike}>
        <Button onClick={() => onSearch(search.status ? { status: search.status } : {})}>{text.clear}</Button>
      </Centred>
    )
  if (search.status === 'acknowledged' || search.status === 'resolved')
    return <Centred sentence={text.none} />
  return (
    <div className="grid flex-1 place-items-center">
      <NothingWaits search={search} />
    </div>
  )
}

/** Without what is undefined, which an address would name all the same. */
function dropNone<T extends object>(search: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const known: { [Name in keyof T]?: Exclude<T[Name], undefined> } = {}
  for (const name of Object.keys(search)) {
    const value: unknown = Reflect.get(search, name)
    if (value !== undefined) Reflect.set(known, name, value)
  }
  return known
}
