import { ownTextFiles } from '../../text/use-own-text.js'

export const useMarkedEventsText = ownTextFiles({
  en: async () => (await import('../../text/en/marked-events.js')).markedEvents,
  de: async () => (await import('../../text/de/marked-events.js')).markedEvents,
})
