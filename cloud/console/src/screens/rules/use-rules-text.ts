import type { rules } from '../../text/en/rules.js'
import { ownTextFiles } from '../../text/use-own-text.js'

export type RulesText = typeof rules

/** The words of the pages about rules. They come with them, and not with the first page. */
export const useRulesText = ownTextFiles<RulesText>({
  en: async () => (await import('../../text/en/rules.js')).rules,
  de: async () => (await import('../../text/de/rules.js')).rules,
})
