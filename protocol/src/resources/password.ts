import { z } from 'zod'

/**
 * The form in which passwords are measured and hashed (NIST SP 800-63B: NFKC). Systems compose the same letter from one
 * code point or from several; who types it on another one types the same password.
 */
export const normalisedPassword = (typed: string): string => typed.normalize('NFKC')

/** A password may be as long as this where it is typed: what a system decomposes has up to four times the letters. */
export const longestTypedPassword = 1024

/** A password that somebody gives to be checked, as it was typed. */
export const TypedPassword = z.string().max(longestTypedPassword)

/** A password that is to be hashed, in its normal form; its bounds go by that. */
export const passwordToHash = (bounds: { readonly least: number; readonly most: number }) =>
  TypedPassword.overwrite(normalisedPassword).min(bounds.least).max(bounds.most)
