import type { IconName } from '../../icons/icon.js'
import type { Entry, EntryGroup } from './match.js'

/** An entry as it is shown, and what choosing it does. */
export interface ShownEntry extends Entry {
  readonly icon: IconName
  /** What stands beside the name. */
  readonly detail?: string
  /** The key that does the same. */
  readonly hint?: string
  /** The camera with which something is done. */
  readonly camera?: string
  readonly goal: Goal
}

/** `href`: an address of the console, for a new tab too. `act`: does something here. */
export type Goal =
  | { readonly kind: 'href'; readonly href: string }
  | { readonly kind: 'act'; readonly act: () => void }

/** What is found by names, then events that the service found, then the question. */
export type ShownGroup = EntryGroup | 'events' | 'ask'

export interface ShownList {
  readonly group: ShownGroup
  readonly entries: readonly ShownEntry[]
}
