import type { CameraCommandType, Command, CommandAnswer } from '../../channel/commands/command.service.js'
import type { CameraRow } from '../camera.repository.js'
import type { CameraDeps } from '../camera-deps.js'

/** What says who serves a camera. */
type ServedCamera = Pick<CameraRow, 'org_id' | 'id' | 'gateway_id' | 'connection_mode'>

/** Asks whoever serves a camera to do something with it: its gateway, or a relay. With none connected: `offline`. */
export async function commandCamera<T extends CameraCommandType>(
  { commands }: CameraDeps,
  camera: ServedCamera,
  command: Command<T>,
): Promise<CommandAnswer<T>> {
  if (camera.connection_mode === 'direct') {
    return commands.sendToDirect(camera.org_id, camera.id, command)
  }
  if (camera.gateway_id === null) return { kind: 'offline' }
  return commands.send(camera.org_id, camera.gateway_id, command)
}

/** True if somebody serves the camera: its gateway is connected, or a relay holds it. */
export async function isServed({ commands }: CameraDeps, camera: ServedCamera): Promise<boolean> {
  if (camera.connection_mode === 'direct') return commands.isServed(camera.org_id, camera.id)
  return camera.gateway_id !== null && commands.isConnected(camera.org_id, camera.gateway_id)
}
