import type { Platform } from '../../platform/platform.js'
import type { GatewayCommands } from '../channel/commands/command.service.js'

/** What live view stands on. */
export interface LiveDeps {
  readonly platform: Platform
  /** By which gateways and relays are asked for pictures. */
  readonly commands: GatewayCommands
}
