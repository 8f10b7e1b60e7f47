import type { LiveConnection } from '@sightline/client/live'
import type { LiveChoice } from '../live/live-choice.js'

/** What a live picture is of, and by whom it comes. */
export interface LiveSource {
  readonly choice: LiveChoice
  readonly connection: LiveConnection
  readonly server: string
  readonly requestToken: () => Promise<string | null>
}
