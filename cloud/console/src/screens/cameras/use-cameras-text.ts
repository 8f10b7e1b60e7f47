import { ownTextFiles } from '../../text/use-own-text.js'

export const useCamerasText = ownTextFiles({
  en: async () => (await import('../../text/en/cameras.js')).cameras,
  de: async () => (await import('../../text/de/cameras.js')).cameras,
})
