import type { View, ViewLayout, ViewWish } from '../../api/views.js'

/** What somebody makes of a view before it is saved. */
export interface Draft {
  readonly name: string
  readonly shared: boolean
  readonly layout: ViewLayout
  readonly rotateSec: number | null
  readonly cameras: readonly DraftCamera[]
}

export interface DraftCamera {
  readonly id: string
  readonly size: number
}

export const mostCameras = 256
export const rotations: readonly number[] = [10, 20, 30, 60]

export const emptyDraft: Draft = { name: '', shared: false, layout: 'even', rotateSec: null, cameras: [] }

export const draftOf = (view: View): Draft => ({
  name: view.name,
  shared: view.shared,
  layout: view.layout,
  rotateSec: view.rotate_sec,
  cameras: view.cameras.map(({ camera_id: id, size }) => ({ id, size: size ?? 1 })),
})

export const wishOf = ({ name, shared, layout, rotateSec, cameras }: Draft): ViewWish => ({
  name: name.trim(),
  shared,
  layout,
  rotate_sec: rotateSec,
  cameras: cameras.map(({ id, size }) => ({ camera_id: id, size })),
})

/** Takes a camera in at the end, or out. */
export function toggled({ cameras, ...draft }: Draft, id: string): Draft {
  const others = cameras.filter((camera) => camera.id !== id)
  return { ...draft, cameras: others.length < cameras.length ? others : [...cameras, { id, size: 1 }] }
}

/** Gives a camera another place; the others keep theirs among each other. */
export function movedTo(draft: Draft, from: number, to: number): Draft {
  const moved = draft.cameras[from]
  if (!moved || to < 0 || to >= draft.cameras.length) return draft
  return { ...draft, cameras: draft.cameras.toSpliced(from, 1).toSpliced(to, 0, moved) }
}

export const resized = (draft: Draft, id: string, size: number): Draft => ({
  ...draft,
  cameras: draft.cameras.map((camera) => (camera.id === id ? { id, size } : camera)),
})

/** What keeps a view from being saved; null: nothing. */
export function problemOf({ name, cameras }: Draft): 'nameMissing' | 'none' | 'tooMany' | null {
  if (name.trim() === '') return 'nameMissing'
  if (cameras.length === 0) return 'none'
  return cameras.length > mostCameras ? 'tooMany' : null
}
