import type { en } from './en/index.js'

/** All words of the console, by the screen that says them. */
export type Text = typeof en

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** The language to speak: what a person chose, else what they set in their preferences, else what the browser asks for. */
export function languageFor(wishes: readonly (string | null)[]): Language {
  for (const wish of wishes) {
    const found = languages.find((one) => wish?.toLowerCase().startsWith(one))
    if (found) return found
  }
  return 'en'
}
