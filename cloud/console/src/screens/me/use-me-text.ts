import type { me } from '../../text/en/me.js'
import { ownTextFiles } from '../../text/use-own-text.js'

export type MeText = typeof me

/** The words of one's own page. They come with it, and not with the first page. */
export const useMeText = ownTextFiles<MeText>({
  en: async () => (await import('../../text/en/me.js')).me,
  de: async () => (await import('../../text/de/me.js')).me,
})
