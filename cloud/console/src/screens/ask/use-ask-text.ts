import { ownTextFiles } from '../../text/use-own-text.js'

export const useAskText = ownTextFiles({
  en: async () => (await import('../../text/en/ask.js')).ask,
  de: async () => (await import('../../text/de/ask.js')).ask,
})
