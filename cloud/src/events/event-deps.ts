import type { Platform } from '../platform/platform.js'

/** Where clips and snapshots are fetched: signed links that the media slice makes. */
export interface MediaUrls {
  urlOf(orgId: string, mediaId: string): string
}

/** What the use cases of events need. */
export interface EventDeps extends Pick<Platform, 'database' | 'clock' | 'keys'> {
  readonly mediaUrls: MediaUrls
}
