import type { ManualEvents } from '../../events/intake/manual-event.service.js'
import type { MediaLinks } from '../../events/media/links/media-links.service.js'
import type { BlobStore } from '../../events/media/store/blob-store.service.js'
import type { Db } from '../../platform/database/handles.js'
import type { AlsoAdmits } from '../../platform/http/access.js'
import type { Platform } from '../../platform/platform.js'
import type { GatewayCommands } from '../channel/commands/command.service.js'
import type { ProbeSlots } from './probing/probe-slots.service.js'

/** What the use cases of cameras need. */
export interface CameraDeps {
  readonly platform: Platform
  readonly commands: GatewayCommands
}

/** What a manual trigger needs beside it. */
export interface TriggerDeps extends CameraDeps {
  readonly manualEvents: ManualEvents
}

/** What those that probe cameras need beside it. */
export interface ProbeDeps extends CameraDeps {
  readonly slots: ProbeSlots
}

/** What cameras ask of the areas above them. */
export interface CameraHooks {
  /** A camera is to use a prompt pack, or none: it must be there, and stay until the transaction ends. @throws AppError missing */
  onPromptPackChosen(db: Db, orgId: string, id: string | null | undefined): Promise<void>
}

/** What those that write the settings of a camera need beside it. */
export interface CameraSettingsDeps extends ProbeDeps, CameraHooks {}

/** What those that make or show pictures need beside it. */
export interface CameraPictureDeps extends CameraDeps {
  readonly pictures: { readonly store: BlobStore; readonly links: MediaLinks }
}

/** Pages that watch a camera by a live token: what they may have of it besides the live socket. */
export interface LivePages {
  /** By a live token of the camera that the path names as `id`, from an origin of the token. */
  readonly admits: AlsoAdmits
  /** Whether a request is of such a page. */
  has(request: { readonly headers: { readonly authorization?: string | undefined } }): boolean
  /** What a browser is told that asks whether a page may send its token: headers of a 204. */
  readonly preflight: Readonly<Record<string, string>>
}
