import { ownTextFiles } from '../../../text/use-own-text.js'

export const useInstructionsText = ownTextFiles({
  en: async () => (await import('../../../text/en/instructions.js')).instructions,
  de: async () => (await import('../../../text/de/instructions.js')).instructions,
})
