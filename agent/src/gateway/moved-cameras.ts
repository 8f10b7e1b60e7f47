import type { CameraSupervisor } from '../cameras/camera-supervisor.js'
import { MovedCameraSearch } from '../cameras/moved-camera-search.js'
import type { CloudLink } from '../cloud-link/link.js'
import type { CameraLocator } from '../discovery/camera-locator.js'
import type { Discovery } from '../discovery/discover.js'
import type { AgentContext } from '../runtime/agent-context.js'

/** What finds cameras that have moved, and reports them to the cloud. */
export function searchMovedCameras(
  context: AgentContext,
  parts: {
    readonly locator: CameraLocator
    readonly link: CloudLink
    readonly supervisor: CameraSupervisor
    readonly discovery: Pick<Discovery, 'survey'>
  },
): MovedCameraSearch {
  const { link, supervisor } = parts
  return new MovedCameraSearch({
    ...context,
    ...parts,
    cameras: () => supervisor.cameras,
    report: async (moved) => {
      const answer = await link.request('camera.moved', moved, moved.camera_id)
      if (answer.kind !== 'refused') return answer.kind === 'done' ? 'taken' : 'lost'
      const { code } = answer.error
      context.log.warn({ cameraId: moved.camera_id, code }, 'camera.move_not_taken')
      return code === 'camera_unknown' || code === 'conflict' ? 'refused' : 'lost'
    },
  })
}
