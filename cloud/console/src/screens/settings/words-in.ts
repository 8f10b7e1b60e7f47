/** Whether a text has every one of the words, whatever their case. */
export function hasWords(text: string, words: string): boolean {
  const inText = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => inText.includes(word))
}
