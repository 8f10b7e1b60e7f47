import { ownTextFiles } from '../../text/use-own-text.js'

export const useGoToText = ownTextFiles({
  en: async () => (await import('../../text/en/go-to.js')).goTo,
  de: async () => (await import('../../text/de/go-to.js')).goTo,
})
