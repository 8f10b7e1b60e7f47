import type { settings } from '../../text/en/settings.js'
import { ownTextFiles } from '../../text/use-own-text.js'

export type SettingsText = typeof settings

/** The words that all pages below "Settings" share. */
export const useSettingsText = ownTextFiles<SettingsText>({
  en: async () => (await import('../../text/en/settings.js')).settings,
  de: async () => (await import('../../text/de/settings.js')).settings,
})
