import { ownTextFiles } from '../../text/use-own-text.js'

export const useShareText = ownTextFiles({
  en: async () => (await import('../../text/en/share.js')).share,
  de: async () => (await import('../../text/de/share.js')).share,
})
