import type { ai } from '../../../text/en/ai.js'
import { ownTextFiles } from '../../../text/use-own-text.js'

export type AiText = typeof ai

export const useAiText = ownTextFiles<AiText>({
  en: async () => (await import('../../../text/en/ai.js')).ai,
  de: async () => (await import('../../../text/de/ai.js')).ai,
})
