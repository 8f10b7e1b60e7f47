import type { Camera } from '../../api/cameras.js'
import type { View } from '../../api/views.js'
import { type Draft, type DraftCamera, draftOf, emptyDraft } from './view-draft.js'
import type { WallCamera } from './wall.js'

/** The cameras of a wall, in their order: of what is drafted, of the view, or every one. */
export function membersOf(
  cameras: readonly Camera[],
  view: View | null,
  draft: Draft | null,
): readonly WallCamera[] {
  const chosen = draft?.cameras ?? (view && draftOf(view).cameras)
  return chosen ? inOrder(chosen, cameras) : cameras.map((camera) => ({ camera, size: 1 }))
}

/** One that is switched off, or gone since, has no tile. */
function inOrder(chosen: readonly DraftCamera[], cameras: readonly Camera[]): WallCamera[] {
  const byId = new Map(cameras.map((camera) => [camera.id, camera]))
  return chosen.flatMap(({ id, size }) => {
    const camera = byId.get(id)
    return camera ? [{ camera, size }] : []
  })
}

/** How many cameras a new view begins with: more are sooner chosen than taken out. */
const mostAtFirst = 4

/** A new view begins with what is to be seen, if that is little. */
export const newDraft = (shown: readonly WallCamera[]): Draft => ({
  ...emptyDraft,
  cameras: shown.length <= mostAtFirst ? shown.map(({ camera: { id }, size }) => ({ id, size })) : [],
})
