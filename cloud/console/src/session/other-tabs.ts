import type { Access } from './refresh-outcome.js'
import { TabChannel } from './tab-channel.js'

/** What tabs of one browser say to each other. */
export type TabMessage =
  | { readonly kind: 'access'; readonly access: Access; readonly userId: string }
  | { readonly kind: 'signed-out' }

/** The other tabs that show this console in this browser. */
export const otherTabs = (heard: (message: TabMessage) => void): TabChannel<TabMessage> =>
  new TabChannel('sightline.session', heard)
