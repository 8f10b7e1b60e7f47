import { type Language, languages } from './text.js'

const key = 'sightline.language'

/** The language that was spoken here last; null: none, or this browser keeps nothing. */
export function spokenHere(): Language | null {
  try {
    const kept = localStorage.getItem(key)
    return languages.find((one) => one === kept) ?? null
  } catch {
    return null
  }
}

/** Keeps the language of somebody who is signed in: its words come beside the question who that is. */
export function rememberSpoken(language: Language): void {
  try {
    if (localStorage.getItem(key) !== language) localStorage.setItem(key, language)
  } catch {
    // The words come once it is known who that is.
  }
}
