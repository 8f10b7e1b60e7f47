import { useState } from 'react'
import type { Device, Found } from '../../api/adding-cameras.js'
import { Button, IconButton } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { Icon } from '../../icons/icon.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime, countOf } from '../../time/format.js'
import { isToAdd } from './devices.js'
import { FoundList } from './found-list.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

interface FoundPanelProps {
  readonly found: Found
  readonly devices: readonly Device[]
  readonly added: readonly string[]
  readonly openId: string | null
  readonly ticked: readonly string[]
  readonly onOpen: (id: string) => void
  readonly onTick: (id: string, isRange: boolean) => void
  /** Null: this person may not have the gateway look, or it cannot now. */
  readonly onScan: (() => void) | null
}

/** What the gateway found, as it finds it. */
export function FoundPanel({ found, devices, added, onScan, ...rest }: FoundPanelProps) {
  const text = useAddCamerasText()
  const language = useLanguage()
  const [isAll, setAll] = useState(true)
  const open = devices.filter((device) => isToAdd(device, added))
  const shown = isAll ? devices : open
  return (
    <section aria-labelledby="found" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="found" className="text-lg font-title">
          {text.found}
        </h2>
        <Told found={found} count={devices.length} />
        {onScan && found.scanned_at !== null && (
          <IconButton icon="again" label={text.scan} className="size-[44px]" onClick={() => onScan()} />
        )}
        <span className="flex-1" />
        {devices.length > 0 && (
          <fieldset className="flex gap-1">
            <legend className="sr-only">{text.filterLabel}</legend>
            <Chip isOn={!isAll} onChoose={() => setAll(false)}>
              {text.filter.toAdd(countOf(open.length, language))}
            </Chip>
            <Chip isOn={isAll} onChoose={() => setAll(true)}>
              {text.filter.all(countOf(devices.length, language))}
            </Chip>
          </fieldset>
        )}
      </div>
      {onScan && found.scanned_at === null && (
        <Button icon="search" className="self-start max-wide:min-h-[44px]" onClick={() => onScan()}>
          {text.firstScan}
        </Button>
      )}
      {!found.may_scan && <Note>{text.mayNotScan}</Note>}
      {found.error !== null && !found.scanning && <Note tone="warn">{errorText(text, found.error)}</Note>}
      {shown.length > 0 && <FoundList devices={shown} added={added} {...rest} />}
      {shown.length === 0 && found.scanning && <Waiting />}
      {shown.length === 0 && !found.scanning && found.scanned_at !== null && (
        <p className="text-ink-2">{devices.length === 0 ? text.nothing : text.allAdded}</p>
      )}
      {shown.length > 1 && (
        <p className="flex items-center gap-2 text-xs text-ink-3">
          <Icon name="select" size={16} />
          <span>
            {text.several} <span className="max-wide:hidden">{text.severalKeys}</span>
          </span>
        </p>
      )}
    </section>
  )
}

function errorText(text: ReturnType<typeof useAddCamerasText>, error: string): string {
  const { scanErrors } = text
  if (error === 'offline' || error === 'no_answer') return scanErrors[error]
  return scanErrors.other
}

/** How many, and as of when; or that it is being looked. */
function Told({ found, count }: { found: Found; count: number }) {
  const text = useAddCamerasText()
  const language = useLanguage()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const devices = count === 1 ? text.oneDevice : text.countDevices(countOf(count, language))
  const says = found.scanning
    ? count === 0
      ? text.scanning
      : text.scanningSoFar(devices)
    : found.scanned_at === null
      ? ''
      : text.asOf(clockTime(new Date(found.scanned_at), { language, zone }, true))
  return (
    <p role="status" className="text-xs text-ink-3">
      {says}
    </p>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="appear-late overflow-hidden rounded-3 border border-line bg-surface">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-[53px] items-center gap-3 border-b border-line px-4 last:border-0">
          <span className="size-4 rounded-1 bg-surface-3" />
          <span className="h-3 w-[46%] rounded-1 bg-surface-3" />
        </div>
      ))}
    </div>
  )
}

function Chip({ isOn, onChoose, children }: { isOn: boolean; onChoose: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className="h-control-small rounded-full border border-line-strong px-[10px] text-xs text-ink-2 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink"
    >
      {children}
    </button>
  )
}
