import type { LiveMode, StreamRole } from '@sightline/client/live'

/** What of a camera is to be shown. */
export interface LiveChoice {
  readonly cameraId: string
  readonly stream: StreamRole
  readonly mode: LiveMode
}
