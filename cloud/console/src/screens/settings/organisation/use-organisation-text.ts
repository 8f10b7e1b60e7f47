import { ownTextFiles } from '../../../text/use-own-text.js'

export const useOrganisationText = ownTextFiles({
  en: async () => (await import('../../../text/en/organisation.js')).organisation,
  de: async () => (await import('../../../text/de/organisation.js')).organisation,
})
