import type { Platform } from '../platform/platform.js'
import type { LinkHolder } from './link-holder.js'

/** Where clips and snapshots are fetched: signed links that the media slice makes. */
export interface MediaUrls {
  /** A link that stays the same for half an hour, and is good for an hour at most. */
  urlOf(orgId: string, mediaId: string, holder?: LinkHolder): string
  /** A link that is good for exactly so long. */
  urlFor(
    orgId: string,
    mediaId: string,
    validSec: number,
    holder?: LinkHolder,
  ): { url: string; expiresAt: Date }
}

/** What the use cases of events need. */
export interface EventDeps extends Pick<Platform, 'database' | 'clock' | 'keys'> {
  readonly mediaUrls: MediaUrls
}
