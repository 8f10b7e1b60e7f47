import type { CameraListQuery, CameraPage } from '@sightline/protocol'
import {
  type FollowedList,
  readUpdates,
  startUpdates,
  updatesStart,
} from '../../identity/changes/updates.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Platform } from '../../platform/platform.js'
import { camerasOfSite, countCameras, listCameraRows } from './camera.repository.js'
import { cameraFilterOf, listCameras } from './list-cameras.js'
import { showCamera } from './show-camera.js'

type FollowQuery = CameraListQuery & { readonly updated_since: string }

const cameras: FollowedList = { name: 'cameras', kinds: ['camera'], listLost: camerasOfSite }

/**
 * What changed in a list of cameras since a token: those that match now, oldest first, and the ids of those that do no longer.
 * @throws AppError as `listCameras`; gone if it is not known any more what changed
 */
export async function followCameras(
  deps: Pick<Platform, 'database' | 'keys' | 'secretBox' | 'clock'>,
  caller: Caller,
  query: FollowQuery,
): Promise<CameraPage> {
  if (query.updated_since === updatesStart) {
    const { page, token } = await startUpdates(deps, caller, {
      cursor: query.cursor,
      readPage: () => listCameras(deps, caller, query),
    })
    return { ...page, removed: [], next_updated_since: token }
  }
  const updates = await readUpdates(deps, caller, cameras, query)
  const db = deps.database.serving('reads').forOrg(caller.orgId)
  const filter = await cameraFilterOf(db, updates.caller, query)
  const ids = updates.changed
  const page = { after: null, limit: ids.length }
  const shown = ids.length === 0 ? [] : await listCameraRows(db, updates.caller, { ...filter, ids }, page)
  const shownIds = new Set(shown.map(({ id }) => id))
  return {
    data: shown.map(showCamera),
    next_cursor: updates.nextCursor,
    total: await countCameras(db, updates.caller, filter),
    removed: [...updates.lost, ...ids.filter((id) => !shownIds.has(id))],
    next_updated_since: updates.token,
  }
}
