import type { inbox } from './en/inbox.js'
import { ownTextFiles } from './use-own-text.js'

export type InboxText = typeof inbox
export const useInboxText = ownTextFiles<InboxText>({
  en: async () => (await import('./en/inbox.js')).inbox,
  de: async () => (await import('./de/inbox.js')).inbox,
})
