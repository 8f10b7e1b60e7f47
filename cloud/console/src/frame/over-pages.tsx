import { lazy, useSyncExternalStore } from 'react'
import { useText } from '../text/use-text.js'
import { lastActions } from './last-actions.js'
import { Part } from './part.js'

const GoTo = lazy(() => import('./go-to/go-to.js'))
const KeysMap = lazy(() => import('./keys-map.js'))
const InboxSheet = lazy(() => import('../screens/inbox/inbox-sheet.js'))

/** What opens over any page. */
type Over = 'go-to' | 'keys' | 'inbox'

let open: Over | null = null
const watchers = new Set<() => void>()

/** Opens something over the page, in place of what is open; null closes it. */
export function openOver(over: Over | null): void {
  open = over
  for (const changed of watchers) changed()
}

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** What is open over the page; each is loaded when it is opened first. */
export function OverPages() {
  const over = useSyncExternalStore(watch, () => open)
  const text = useText().frame
  const close = () => openOver(null)
  const broken = (): void => {
    close()
    lastActions.say(text.partFailed)
  }
  return (
    <Part key={over} onBroken={broken}>
      {over === 'go-to' && <GoTo onClose={close} />}
      {over === 'keys' && <KeysMap onClose={close} />}
      {over === 'inbox' && <InboxSheet onClose={close} />}
    </Part>
  )
}
