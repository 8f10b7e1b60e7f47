import { ownTextFiles } from '../../../text/use-own-text.js'

/** The words of the page that sets the issuer. */
export const useSignInText = ownTextFiles({
  en: async () => (await import('../../../text/en/sign-in.js')).signIn,
  de: async () => (await import('../../../text/de/sign-in.js')).signIn,
})
