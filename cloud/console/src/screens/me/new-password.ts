/** What a new password has to have, as the service asks for it. */
const asked = {
  length: (text: string) => text.normalize('NFKC').length >= 12,
  upper: (text: string) => /\p{Lu}/u.test(text),
  lower: (text: string) => /\p{Ll}/u.test(text),
  digit: (text: string) => /\p{Nd}/u.test(text),
  symbol: (text: string) => /[^\p{L}\p{N}\s]/u.test(text),
} as const

export type PasswordLack = keyof typeof asked

const lacks: readonly PasswordLack[] = ['length', 'upper', 'lower', 'digit', 'symbol']

interface TypedPasswords {
  readonly old: string
  readonly wanted: string
  readonly again: string
}

/** What is wrong with what was typed: the old one is missing, what the new one lacks, and whether it was repeated otherwise. */
export const lacksOf = ({ old, wanted, again }: TypedPasswords) => ({
  old: old === '',
  wanted: lacks.filter((lack) => !asked[lack](wanted)),
  again: again !== wanted,
})
