import type { Decodable, LiveMode, StreamRole } from '@sightline/protocol'

/** What a viewer asked for. */
export interface Asked {
  readonly stream: StreamRole
  readonly mode: LiveMode
  readonly audio: boolean
  readonly decodes: readonly Decodable[]
}
