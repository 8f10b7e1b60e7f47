import { ownTextFiles } from '../../../text/use-own-text.js'

export const useProgramKeysText = ownTextFiles({
  en: async () => (await import('../../../text/en/program-keys.js')).programKeys,
  de: async () => (await import('../../../text/de/program-keys.js')).programKeys,
})
