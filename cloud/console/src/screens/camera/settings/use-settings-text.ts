import type { cameraSettings } from '../../../text/en/camera-settings.js'
import { ownTextFiles } from '../../../text/use-own-text.js'

export type SettingsText = typeof cameraSettings

/** The words of a camera's settings; they come with that tab. */
export const useSettingsText = ownTextFiles<SettingsText>({
  en: async () => (await import('../../../text/en/camera-settings.js')).cameraSettings,
  de: async () => (await import('../../../text/de/camera-settings.js')).cameraSettings,
})
