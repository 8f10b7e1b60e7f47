import { useSyncExternalStore } from 'react'
import type { morePaths } from './more-paths.js'

export type MoreName = keyof typeof morePaths

let here: typeof morePaths | null = null
let coming: Promise<void> | null = null
const watchers = new Set<() => void>()

/** They come with the first one that is drawn. Where they do not, the next one asks for them again. */
function load(): void {
  coming ??= import('./more-paths.js').then(
    (found) => {
      here = found.morePaths
      for (const changed of watchers) changed()
    },
    () => {
      coming = null
    },
  )
}

function watch(changed: () => void): () => void {
  if (here === null) load()
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** The path of a drawing that the first page does not have; nothing until it has come. */
export const useMorePath = (name: MoreName): string => useSyncExternalStore(watch, () => here?.[name] ?? '')
