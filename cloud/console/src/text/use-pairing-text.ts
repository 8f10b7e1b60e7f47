import { ownTextFiles } from './use-own-text.js'

export const usePairingText = ownTextFiles({
  en: async () => (await import('./en/pairing.js')).pairing,
  de: async () => (await import('./de/pairing.js')).pairing,
})
