import type { why } from '../../text/en/why.js'
import { ownTextFiles } from '../../text/use-own-text.js'

export type WhyText = typeof why

export const useWhyText = ownTextFiles<WhyText>({
  en: async () => (await import('../../text/en/why.js')).why,
  de: async () => (await import('../../text/de/why.js')).why,
})
