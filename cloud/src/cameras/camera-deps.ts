import type { GatewayCommands } from '../channel/command.service.js'
import type { BlobStore, MediaLinks } from '../media/media.service.js'
import type { Platform } from '../platform/platform.js'

/** What the use cases of cameras need. */
export interface CameraDeps {
  readonly platform: Platform
  readonly commands: GatewayCommands
}

/** What those that make or show pictures need beside it. */
export interface PictureDeps extends CameraDeps {
  readonly pictures: { readonly store: BlobStore; readonly links: MediaLinks }
}
