/** The words of a small page: of German readers in German, of all others in English. */
export const isGerman = navigator.languages.some(
  (language, index) => index === 0 && language.startsWith('de'),
)

/** How times, dates and numbers are written. */
export const locale = isGerman ? 'de-DE' : 'en-GB'

/**
 * Puts the page into the reader's language: each element that names its words by `data-words`, and the language of the page.
 *
 * @template {Record<string, string>} Words
 * @param {Words} en
 * @param {{ [Name in keyof Words]: string }} de
 * @returns {Words | { [Name in keyof Words]: string }}
 */
export function speak(en, de) {
  const words = isGerman ? de : en
  document.documentElement.lang = isGerman ? 'de' : 'en'
  for (const element of document.querySelectorAll('[data-words]')) {
    const name = element.getAttribute('data-words') ?? ''
    if (name in words) element.textContent = words[name] ?? ''
  }
  return words
}
