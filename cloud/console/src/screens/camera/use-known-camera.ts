import { type CameraDetail, useCamera, useNewestTimeline } from '../../api/camera.js'
import { isNotFound } from '../../api/queries.js'
import { useSites } from '../../api/sites.js'

/** A camera that this person may look at: one that is there, or the history of one that is not any more, or not here. */
export interface KnownCamera {
  readonly id: string
  readonly name: string
  readonly zone: string
  /** Null: only what it recorded is there. */
  readonly detail: CameraDetail | null
  readonly isDeleted: boolean
}

interface Found {
  readonly camera: KnownCamera | null
  readonly isPending: boolean
  readonly error: Error | null
  readonly again: () => void
}

export function useKnownCamera(id: string): Found {
  const detail = useCamera(id)
  const sites = useSites()
  const isGone = detail.isError && isNotFound(detail.error)
  const history = useNewestTimeline(isGone ? id : null)
  if (isGone && history.data) {
    const { camera_name: name, timezone: zone, camera_deleted: isDeleted } = history.data
    return found({ id, name, zone, detail: null, isDeleted })
  }
  const error = isGone ? history.error : (detail.error ?? sites.error)
  const again = () => {
    for (const question of [detail, sites, history]) if (question.isError) void question.refetch()
  }
  if (!detail.data || !sites.data) return { camera: null, isPending: error === null, error, again }
  const site = sites.data.find((one) => one.id === detail.data.site_id)
  const zone = site?.timezone ?? 'UTC'
  return found({ id, name: detail.data.name, zone, detail: detail.data, isDeleted: false })
}

const found = (camera: KnownCamera): Found => ({
  camera,
  isPending: false,
  error: null,
  again: () => undefined,
})
