import { useLayoutEffect, useRef } from 'react'
import { type Key, KeyRegistry, type Keys, type Where } from './key-registry.js'
import { currentSettings } from './settings-here.js'

/** Every key that does something now; the map of keys is drawn from it. */
export const keyRegistry = new KeyRegistry()

/**
 * What keys do while a page is shown, with the words by which the map of keys says it. A key is named by `KeyboardEvent.key`:
 * `a`, `Escape`, `Shift+ArrowLeft`; `g l` is one after the other; `Ctrl+k` is also Cmd on a Mac. Without Ctrl they do nothing
 * in fields, in menus and dialogs; a key that a control takes for itself is the control's. Single characters can be switched
 * off (WCAG 2.1.4).
 * They act from the moment in which what they belong to is seen: a key is not lost, and means nothing of the page before.
 * @param where `everywhere` for what stands around every page
 */
export function useKeys(keys: Keys, where: Where = 'page'): void {
  const newest = useRef(keys)
  useLayoutEffect(() => {
    newest.current = keys
  })
  useLayoutEffect(() => keyRegistry.add({ where, keys: () => newest.current }), [where])
}

/** How a press is called; null for those that are the browser's: with Alt, and with Ctrl and Shift. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  const isCtrl = ctrlKey || metaKey
  if (altKey || (isCtrl && shiftKey)) return null
  if (isCtrl) return `Ctrl+${key.toLowerCase()}`
  return shiftKey && key.length > 1 ? `Shift+${key}` : key
}

/** Whether what has the focus takes the key itself. */
function isTaken(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof Element)) return false
  // Somebody who was at a slider goes on by keys: characters are none of its own.
  if (target.matches('input[type=range]')) return event.key.length > 1 && event.key !== 'Escape'
  if (target.closest('input, select, textarea, [contenteditable], [role=menu], [role=dialog]')) return true
  return (event.key === 'Enter' || event.key === ' ') && target.closest('a, button') !== null
}

addEventListener('keydown', (event) => {
  const name = event.defaultPrevented ? null : nameOf(event)
  if (name === null) return
  const key: Key | null = keyRegistry.pressed({
    name,
    atMs: event.timeStamp,
    isTaken: isTaken(event),
    singleKeys: currentSettings().singleKeys,
  })
  if (!key) return
  event.preventDefault()
  key.act()
})
