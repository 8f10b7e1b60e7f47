import type { Camera } from '../../api/cameras.js'
import { textsIn } from '../../frame/search.js'

export const cameraStates = ['online', 'offline', 'error', 'pending', 'disabled'] as const
type CameraState = (typeof cameraStates)[number]

/** Which cameras are looked for, and how they are shown, as the address says. */
export interface CamerasSearch {
  readonly q?: string
  readonly state?: CameraState
  /** As pictures; without it as a list. */
  readonly view?: 'grid'
}

export function readCamerasSearch(search: Readonly<Record<string, unknown>>): CamerasSearch {
  const { q, state, view } = textsIn(search, ['q', 'state', 'view'])
  const known = cameraStates.find((one) => one === state)
  return { ...(q && { q }), ...(known && { state: known }), ...(view === 'grid' && { view }) }
}

/** By what a camera is found. */
export type Named = Pick<Camera, 'name' | 'status'>

/** The cameras with every word in their name or their site's, in this state. */
export function camerasLike<One extends Named>(
  cameras: readonly One[],
  { q = '', state }: CamerasSearch,
  siteOf: (camera: One) => string,
): One[] {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return cameras.filter((camera) => {
    if (state !== undefined && camera.status !== state) return false
    const names = `${camera.name} ${siteOf(camera)}`.toLowerCase()
    return words.every((word) => names.includes(word))
  })
}
