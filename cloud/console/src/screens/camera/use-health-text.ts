import { ownTextFiles } from '../../text/use-own-text.js'

export const useHealthText = ownTextFiles({
  en: async () => (await import('../../text/en/health.js')).health,
  de: async () => (await import('../../text/de/health.js')).health,
})
