import type { Platform } from '../../platform/platform.js'
import type { TagsOfLabel } from '../event-filter.service.js'
import type { MediaLinks } from '../media/links/media-links.service.js'

/** What the use cases of events need. */
export interface EventDeps extends Pick<Platform, 'database' | 'clock' | 'keys' | 'secretBox'> {
  readonly mediaLinks: MediaLinks
  readonly tagsOfLabel: TagsOfLabel
}
