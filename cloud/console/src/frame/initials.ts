/** Up to two letters that stand for a name. A letter may be several code units, such as an emoji. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  const first = (word: string | undefined): string => Array.from(word ?? '')[0]?.toUpperCase() ?? ''
  return words.length > 1 ? first(words[0]) + first(words.at(-1)) : first(words[0])
}
