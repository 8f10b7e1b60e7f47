import { ownText } from './use-own-text.js'

/** How many gateways and cameras need somebody, beside "Health". */
export const useNeedText = ownText({
  en: (count: string) => `${count} need somebody`,
  de: (count: string) => `${count} brauchen jemanden`,
})
