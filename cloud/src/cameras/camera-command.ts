import type { CommandType } from '@sightline/protocol'
import type { CommandAnswer, CommandBody } from '../channel/command.service.js'
import type { CameraRow } from './camera.repository.js'
import type { CameraDeps } from './camera-deps.js'

/** Asks whoever serves a camera to do something with it: its gateway. Nobody there is `offline`. */
export async function commandCamera<T extends CommandType>(
  { commands }: CameraDeps,
  camera: Pick<CameraRow, 'org_id' | 'id' | 'gateway_id' | 'connection_mode'>,
  type: T,
  body: CommandBody<T>,
  options: { deadlineMs: number },
): Promise<CommandAnswer<T>> {
  if (camera.gateway_id === null) return { kind: 'offline' }
  return commands.send(camera.org_id, camera.gateway_id, type, body, options)
}
