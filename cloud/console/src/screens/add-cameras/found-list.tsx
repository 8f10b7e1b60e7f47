import type { MouseEvent } from 'react'
import type { Device } from '../../api/adding-cameras.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf } from '../../time/format.js'
import { isToAdd, saysOf } from './devices.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

interface FoundListProps {
  readonly devices: readonly Device[]
  /** Ids of those whose camera was added here. */
  readonly added: readonly string[]
  /** Null: none is open. */
  readonly openId: string | null
  /** Ids of those that were ticked. */
  readonly ticked: readonly string[]
  readonly onOpen: (id: string) => void
  /** @param isRange from the last one to this one */
  readonly onTick: (id: string, isRange: boolean) => void
}

/** What was found, a row a device. Each opens by a press; several are ticked, or chosen with Shift. */
export function FoundList({ devices, added, openId, ticked, onOpen, onTick }: FoundListProps) {
  const text = useAddCamerasText()
  return (
    <ul aria-label={text.found} className="overflow-hidden rounded-3 border border-line bg-surface">
      {devices.map((device) => (
        <Row
          key={device.id}
          device={device}
          isAdded={!isToAdd(device, added)}
          isOpen={device.id === openId}
          isTicked={ticked.includes(device.id)}
          onOpen={onOpen}
          onTick={onTick}
        />
      ))}
    </ul>
  )
}

interface RowProps extends Pick<FoundListProps, 'onOpen' | 'onTick'> {
  readonly device: Device
  readonly isAdded: boolean
  readonly isOpen: boolean
  readonly isTicked: boolean
}

function Row({ device, isAdded, isOpen, isTicked, onOpen, onTick }: RowProps) {
  const text = useAddCamerasText()
  const { id, name } = device
  const open = ({ shiftKey }: MouseEvent) => (shiftKey ? onTick(id, true) : onOpen(id))
  return (
    <li
      data-device={id}
      className={`flex min-h-[53px] items-center border-b border-line last:border-0 ${isOpen ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : ''}`}
    >
      <label className="grid size-[44px] flex-none cursor-pointer place-items-center has-disabled:cursor-default">
        <input
          type="checkbox"
          aria-label={text.choose(name)}
          checked={isTicked}
          disabled={isAdded}
          onChange={() => onTick(id, false)}
          className="size-4 accent-(--accent)"
        />
      </label>
      {isAdded ? (
        <div className="flex min-w-0 flex-1 items-center gap-[11px] py-2 pr-[13px]">
          <Says device={device} isAdded />
        </div>
      ) : (
        <button
          type="button"
          aria-current={isOpen ? 'true' : undefined}
          onClick={open}
          className="flex min-w-0 flex-1 items-center gap-[11px] self-stretch py-2 pr-[13px] text-left hover:bg-surface-3/40 focus-visible:rounded-2"
        >
          <Says device={device} isAdded={false} />
        </button>
      )}
    </li>
  )
}

function Says({ device, isAdded }: { device: Device; isAdded: boolean }) {
  const text = useAddCamerasText()
  const language = useLanguage()
  const { name, address, serial, channels = [], state } = device
  const says = [
    saysOf(device),
    serial === null ? '' : text.serial(serial),
    channels.length > 1 ? text.channels(countOf(channels.length, language)) : '',
  ].filter((part) => part !== '')
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-strong">{name}</span>
        <span className="block truncate text-xs text-ink-3">
          {says.length === 0 ? text.unknownDevice : says.join(' · ')}
        </span>
        {name !== address && <span className="block text-xs text-ink-3 wide:hidden">{address}</span>}
      </span>
      <span className="font-mono text-xs text-ink-3 max-wide:hidden">{address}</span>
      <Badge state={isAdded ? 'already_added' : state === 'already_added' ? 'new' : state} />
    </>
  )
}

const badges: Readonly<Record<Device['state'], string>> = {
  new: 'bg-accent-soft text-accent',
  needs_credentials: 'bg-surface-3 text-ink-2',
  already_added: 'bg-ok-soft text-ok',
}

function Badge({ state }: { state: Device['state'] }) {
  const text = useAddCamerasText()
  return (
    <span
      className={`inline-flex h-5 flex-none items-center gap-1 rounded-1 px-[7px] text-xs font-strong ${badges[state]}`}
    >
      {state === 'already_added' && <Icon name="check" size={13} />}
      {text.states[state]}
    </span>
  )
}
