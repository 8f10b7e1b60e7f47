import { useSyncExternalStore } from 'react'
import type { ViewLayout } from '../../api/views.js'
import { at } from '../../session/session-user.js'
import { type Motion, motions } from './what-moves.js'

/** What a person set for the wall in this browser; it stays here. */
export interface WallSettings {
  readonly motion: Motion
  readonly largeFollowsAlerts: boolean
  /** Where somebody wants a view to stand otherwise than it was saved, by its id; `all` is every camera. */
  readonly layouts: Readonly<Record<string, ViewLayout>>
  /** Width by height of the pictures of cameras, by id, as last seen: so that tiles need not move. */
  readonly shapes: Readonly<Record<string, number>>
}

export const layouts: readonly ViewLayout[] = ['even', 'one_large', 'two_large', 'by_hand']
const key = 'sightline.wall'
const mostShapes = 2_000
const usual: WallSettings = { motion: 'matters', largeFollowsAlerts: false, layouts: {}, shapes: {} }

/** Reads what was stored; whatever does not fit is as if it had not been set. */
export function readWallSettings(stored: string | null): WallSettings {
  try {
    const found: unknown = JSON.parse(stored ?? '{}')
    return {
      motion: motions.find((one) => one === at(found, 'motion')) ?? usual.motion,
      largeFollowsAlerts: at(found, 'largeFollowsAlerts') === true,
      layouts: recordOf(at(found, 'layouts'), (value) => layouts.find((one) => one === value)),
      shapes: recordOf(at(found, 'shapes'), (value) =>
        typeof value === 'number' && value > 0.1 && value < 10 ? value : undefined,
      ),
    }
  } catch {
    return usual
  }
}

function recordOf<T>(json: unknown, read: (value: unknown) => T | undefined): Record<string, T> {
  const record: Record<string, T> = {}
  if (typeof json !== 'object' || json === null) return record
  for (const [name, value] of Object.entries(json).slice(0, mostShapes)) {
    const known = read(value)
    if (known !== undefined) record[name] = known
  }
  return record
}

const watchers = new Set<() => void>()
let current = readWallSettings(storedText())

function storedText(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that keeps nothing for this page.
    return null
  }
}

/** Changes settings in every tab of this browser. */
export function changeWall(change: Partial<WallSettings>): void {
  become({ ...current, ...change })
  try {
    localStorage.setItem(key, JSON.stringify(current))
  } catch {
    // They hold until the tab is closed.
  }
}

/** The first pictures of a wall come nearly together: it takes its shape once, ms. */
const notingMs = 150
const noted = new Map<string, number>()
let noting: ReturnType<typeof setTimeout> | null = null

/** Notes the shape of a camera's picture, where it is another than before. */
export function noteShape(cameraId: string, width: number, height: number): void {
  const shape = Math.round((1000 * width) / height) / 1000
  if (!(shape > 0.1 && shape < 10) || current.shapes[cameraId] === shape) return
  noted.set(cameraId, shape)
  noting ??= setTimeout(() => {
    noting = null
    changeWall({ shapes: { ...current.shapes, ...Object.fromEntries(noted) } })
    noted.clear()
  }, notingMs)
}

function become(settings: WallSettings): void {
  current = settings
  for (const changed of watchers) changed()
}

addEventListener('storage', (event) => {
  if (event.key === key) become(readWallSettings(event.newValue))
})

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export const useWallSettings = (): WallSettings => useSyncExternalStore(watch, () => current)
