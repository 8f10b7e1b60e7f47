import { ownTextFiles } from '../../../text/use-own-text.js'

/** The words of what to look for; they come with that tab. */
export const useFocusText = ownTextFiles({
  en: async () => (await import('../../../text/en/camera-focus.js')).cameraFocus,
  de: async () => (await import('../../../text/de/camera-focus.js')).cameraFocus,
})
