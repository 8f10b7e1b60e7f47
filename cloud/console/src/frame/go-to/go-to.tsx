import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSites } from '../../api/sites.js'
import { Icon } from '../../icons/icon.js'
import { useText } from '../../text/use-text.js'
import { openOver } from '../over-pages.js'
import { useSiteId } from '../use-site.js'
import { GoToList } from './go-to-list.js'
import { useChoose } from './use-choose.js'
import { useEntries } from './use-entries.js'
import { useGoToText } from './use-go-to-text.js'

/** One field over all that has a name, what can be done, events with these words, and questions. */
export default function GoTo({ onClose }: { onClose: () => void }) {
  const { frame } = useText()
  const text = useGoToText()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const { lists, use } = useEntries(typed)
  const choose = useChoose({ onClose, use })
  const siteId = useSiteId()
  const site = useSites().data?.find(({ id }) => id === siteId)
  const entries = lists.flatMap((list) => list.entries)
  const chosen = Math.min(place, entries.length - 1)
  const optionId = (at: number): string => `${listId}-${at}`
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, chosen])

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: (chosen + 1) % Math.max(1, entries.length),
      ArrowUp: (chosen - 1 + entries.length) % Math.max(1, entries.length),
      PageDown: Math.min(chosen + 6, entries.length - 1),
      PageUp: Math.max(chosen - 6, 0),
    }
    const to = moves[event.key]
    if (to !== undefined) setPlace(to)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const entry = entries[chosen]
      if (entry) choose(entry, event.ctrlKey || event.metaKey)
    } else return
    event.preventDefault()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup
          initialFocus={field}
          aria-label={frame.goTo}
          className="fixed inset-x-0 top-[12dvh] z-50 mx-auto flex max-h-[76dvh] w-[min(640px,100vw)] flex-col overflow-hidden bg-surface text-ink shadow-3 outline-none wide:rounded-4 max-wide:inset-0 max-wide:max-h-none max-wide:w-full"
        >
          <div className="flex flex-none items-center gap-3 border-b border-line px-4">
            <Icon name="search" />
            <input
              ref={field}
              role="combobox"
              aria-label={text.field}
              aria-expanded={entries.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={entries.length > 0 ? optionId(chosen) : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={text.field}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setPlace(0)
              }}
              onKeyDown={onKeyDown}
              className="h-[52px] min-w-0 flex-1 bg-transparent text-lg text-ink shadow-none! outline-none placeholder:text-ink-3"
            />
            {site && (
              <span className="max-w-[160px] truncate text-xs text-ink-3">{text.inSite(site.name)}</span>
            )}
            <Dialog.Close
              aria-label={frame.close}
              className="grid size-[44px] place-items-center rounded-2 text-ink-2 hover:bg-surface-3 wide:hidden"
            >
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <GoToList
            id={listId}
            lists={lists}
            chosen={chosen}
            optionId={optionId}
            onPoint={setPlace}
            onChoose={choose}
          />
          <p role="status" className="sr-only">
            {text.found(entries.length)}
          </p>
          <footer className="flex flex-none items-center gap-4 border-t border-line px-4 py-[10px] text-xs text-ink-3 max-wide:hidden">
            <span className="flex items-center gap-1">
              <kbd>↑</kbd>
              <kbd>↓</kbd> {text.chooseKeys}
            </span>
            <span className="flex items-center gap-1">
              <kbd>Enter</kbd> {text.goKey}
            </span>
            <span className="flex items-center gap-1">
              <kbd>Ctrl Enter</kbd> {text.newTab}
            </span>
            <button
              type="button"
              onClick={() => openOver('keys')}
              className="ml-auto flex min-h-(--target) items-center gap-1 rounded-1 hover:text-ink"
            >
              <kbd>?</kbd> {frame.allKeys}
            </button>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
