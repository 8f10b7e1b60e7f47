import type { Language } from './text.js'

type Files<T> = Readonly<Record<Language, () => Promise<T>>>

/** Words that lie in a file for each language: each file comes once, when somebody speaks it. */
export class OwnWords<T> {
  readonly #files: Files<T>
  readonly #coming = new Map<Language, Promise<T>>()

  constructor(files: Files<T>) {
    this.#files = files
  }

  /**
   * The words, once they are there: React's `use` reads them without a wait then. One whose file did not come is asked for again
   * the next time.
   */
  load(language: Language): Promise<T> {
    const before = this.#coming.get(language)
    if (before) return before
    const coming = this.#files[language]()
    this.#coming.set(language, coming)
    coming.then(
      (value) => Object.assign(coming, { status: 'fulfilled', value }),
      () => this.#coming.delete(language),
    )
    return coming
  }
}

/** Of every script that is there. */
const known = new Set<OwnWords<unknown>>()
let spoken: Language | null = null

/** Words whose script has come: they come in the language that is spoken, and in each that is spoken later. */
export function knowWords(words: OwnWords<unknown>): void {
  known.add(words)
  // Where they do not come, whoever needs them says so.
  if (spoken !== null) words.load(spoken).catch(() => {})
}

/** Has all words that were needed so far come in a language. Until then the one before goes on. */
export async function speakOwnWords(language: Language): Promise<void> {
  spoken = language
  await Promise.all([...known].map((words) => words.load(language)))
}
