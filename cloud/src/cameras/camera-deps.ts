import type { GatewayCommands } from '../channel/command.service.js'
import type { Platform } from '../platform/platform.js'

/** What the use cases of cameras need. */
export interface CameraDeps {
  readonly platform: Platform
  readonly commands: GatewayCommands
}
