import { useSyncExternalStore } from 'react'

/** The camera that somebody moves: one at a time in a tab. */
let held: string | null = null
const watchers = new Set<() => void>()

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export function takeWheel(cameraId: string | null): void {
  held = cameraId
  for (const changed of watchers) changed()
}

/** Whether the wheel of a camera is taken here, and how it is taken and given back. */
export function useWheel(cameraId: string): readonly [boolean, (take: boolean) => void] {
  const has = useSyncExternalStore(watch, () => held === cameraId)
  return [has, (take) => takeWheel(take ? cameraId : null)]
}
