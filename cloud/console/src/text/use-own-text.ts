import { use } from 'react'
import { knowWords, OwnWords } from './own-words.js'
import type { Language } from './text.js'
import { useLanguage } from './use-text.js'

/** Few words that come with the page or the dialog that says them, in every language. */
export const ownText =
  <T>(texts: Readonly<Record<Language, T>>): (() => T) =>
  () =>
    texts[useLanguage()]

/**
 * Words that come beside the page or the dialog that says them, in the language that is spoken. Whoever says them waits for
 * them as for a script; when the language changes, they are there before it does.
 */
export function ownTextFiles<T>(files: Readonly<Record<Language, () => Promise<T>>>): () => T {
  const words = new OwnWords(files)
  knowWords(words)
  // Always by `use`: React loses count of the hooks of whoever waited by it at first and does without it then.
  return () => use(words.load(useLanguage()))
}
