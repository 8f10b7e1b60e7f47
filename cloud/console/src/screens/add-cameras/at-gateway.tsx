import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Gateway } from '../../api/gateways.js'
import type { Site } from '../../api/sites.js'
import { Button, IconButton } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { Centred, Loading } from '../../frame/page-states.js'
import { useMedia } from '../../frame/use-media.js'
import { useUser } from '../../session/use-session.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { byHand } from './add-search.js'
import { between, isToAdd, nextToAdd } from './devices.js'
import { Elsewhere } from './elsewhere.js'
import { FoundPanel } from './found-panel.js'
import { GatewayTrouble } from './gateway-trouble.js'
import { JustAdded } from './just-added.js'
import { KeptDrafts } from './kept-drafts.js'
import { OpenDevice } from './open-device.js'
import { Several } from './several.js'
import { useAddCamerasText } from './use-add-cameras-text.js'
import type { Account } from './use-adding.js'
import { placeOfHand, useByHand } from './use-by-hand.js'
import { useFoundDevices } from './use-found-devices.js'

const route = getRouteApi('/cameras/add')

/** The cameras behind one gateway: what it found beside the one that is being added; on phones one after the other. */
export function AtGateway({ gateway, sites }: { gateway: Gateway; sites: readonly Site[] }) {
  const text = useAddCamerasText()
  const { frame } = useText()
  const language = useLanguage()
  const { id: personId } = useUser()
  const { device: openId = null } = route.useSearch()
  const navigate = route.useNavigate()
  const isWide = useMedia('(min-width: 960px)')
  const kept = useMemo(() => new KeptDrafts(personId), [personId])
  const isOnline = gateway.status === 'online'
  const { found, devices, isError, refetch, scan, isRefused } = useFoundDevices(gateway.id, isOnline)
  const [added, setAdded] = useState(() => kept.added())
  const [last, setLast] = useState<{ id: string; name: string } | null>(null)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [account, setAccount] = useState<Account | null>(null)
  // On a phone Back leads to the list.
  const open = (device: string | undefined) =>
    void navigate({
      search: { gateway: gateway.id, ...(device !== undefined && { device }) },
      replace: isWide || openId !== null,
    })
  const hand = useByHand(gateway, kept, () => open(byHand))
  const tick = (id: string, isRange: boolean) => {
    if (!isRange) return setTicked(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id])
    const range = between(devices, ticked.at(-1) ?? openId, id)
    const free = range.filter((one) => devices.some((device) => device.id === one && isToAdd(device, added)))
    setTicked([...new Set([...ticked, ...free])])
  }
  const wasAdded = (camera: { id: string; name: string }, next: boolean) => {
    setLast(camera)
    const now = kept.added()
    setAdded(now)
    const following = next && openId !== null ? nextToAdd(devices, openId, now) : null
    open(following?.id)
  }
  if (!found)
    return isError ? (
      <Centred sentence={text.failed}>
        <Button onClick={() => void refetch()}>{frame.tryAgain}</Button>
      </Centred>
    ) : (
      <Loading />
    )
  const toAdd = devices.filter((device) => isToAdd(device, added))
  const chosen = devices.filter(({ id }) => ticked.includes(id))
  const isSeveral = chosen.length > 1
  const list = (
    <>
      <GatewayTrouble gateway={gateway} />
      <JustAdded camera={last} isLast={toAdd.length === 0} />
      {isRefused && <Note tone="warn">{text.scanRefused}</Note>}
      <FoundPanel
        found={found}
        devices={devices}
        added={added}
        openId={isSeveral ? null : openId}
        ticked={ticked}
        onOpen={(id) => {
          setTicked([])
          open(id)
        }}
        onTick={tick}
        onScan={scan}
      />
      <Elsewhere onScan={scan} onByHand={hand.begin} isBusy={found.scanning} />
    </>
  )
  const one = isSeveral ? (
    <Several
      devices={chosen}
      gatewayId={gateway.id}
      sites={sites}
      siteId={gateway.site_id}
      kept={kept}
      isReady={isOnline}
      onAdded={() => setAdded(kept.added())}
      onAlone={(id) => {
        setTicked([])
        open(id)
      }}
      onNone={() => setTicked([])}
    />
  ) : openId === null ? null : (
    <OpenDevice
      key={openId === byHand ? placeOfHand(gateway.id, hand.round) : openId}
      id={openId}
      place={openId === byHand ? placeOfHand(gateway.id, 0) : openId}
      gateway={gateway}
      sites={sites}
      kept={kept}
      devices={devices}
      added={added}
      found={found}
      account={openId === byHand ? hand.account : account}
      onAccount={setAccount}
      onAdded={wasAdded}
      onScan={scan}
    />
  )
  const at = toAdd.findIndex(({ id }) => id === openId)
  const next = openId === null ? null : nextToAdd(devices, openId, added)
  const title = isSeveral
    ? text.severalTitle(countOf(chosen.length, language))
    : (devices.find(({ id }) => id === openId)?.name ?? text.byHand)
  // One tree for all widths: what is typed and seen stays when a phone is turned.
  return (
    <div className="flex min-h-0 flex-1 wide:gap-[10px]">
      <div
        className={`flex min-h-0 min-w-0 flex-col gap-3 overflow-y-auto p-4 max-wide:flex-1 wide:w-[440px] wide:flex-none wide:pr-1 desk:w-[500px] ${one ? 'max-wide:hidden' : ''}`}
      >
        {list}
      </div>
      <div
        className={`flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden border-line wide:my-4 wide:mr-4 wide:rounded-3 wide:border wide:bg-surface ${one ? '' : 'max-wide:hidden'}`}
      >
        {one && (
          <PhoneHeader
            title={title}
            where={
              at < 0 || isSeveral
                ? gateway.name
                : text.place(String(at + 1), String(toAdd.length), gateway.name)
            }
            onBack={() => {
              setTicked([])
              open(undefined)
            }}
            onSkip={!isSeveral && next ? () => open(next.id) : null}
          />
        )}
        {one && !isWide && gateway.status !== 'online' && (
          <div className="flex-none px-3 pt-1">
            <GatewayTrouble gateway={gateway} />
          </div>
        )}
        {one ?? <Centred sentence={text.chooseOne} />}
      </div>
    </div>
  )
}

interface PhoneHeaderProps {
  readonly title: string
  readonly where: string
  readonly onBack: () => void
  readonly onSkip: (() => void) | null
}

/** On phones one camera is a page: which it is, back to the list, and on to the next. */
function PhoneHeader({ title, where, onBack, onSkip }: PhoneHeaderProps) {
  const text = useAddCamerasText()
  return (
    <header className="flex flex-none items-center gap-2 px-2 py-1 wide:hidden">
      <IconButton icon="back" label={text.back} onClick={onBack} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-lg font-title">{title}</h2>
        <p className="truncate text-xs text-ink-3">{where}</p>
      </div>
      {onSkip && (
        <Button look="bare" onClick={onSkip}>
          {text.skip}
        </Button>
      )}
    </header>
  )
}
