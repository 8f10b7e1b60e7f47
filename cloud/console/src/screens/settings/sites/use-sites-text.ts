import { ownTextFiles } from '../../../text/use-own-text.js'

export const useSitesText = ownTextFiles({
  en: async () => (await import('../../../text/en/sites.js')).sites,
  de: async () => (await import('../../../text/de/sites.js')).sites,
})
