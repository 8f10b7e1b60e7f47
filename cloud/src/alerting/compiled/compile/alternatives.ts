import { groupOf, type Item } from './read-sentence.js'

/**
 * Parts of a sentence of which each describes an event by itself: `a person at the gate or a dog in the yard`. Where
 * `or` joins two of a kind (`a person or a dog`) they are alternatives within one part.
 */
export function alternativesOf(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]]
  items.forEach((item, index) => {
    const before = items[index - 1]
    const isOther = before !== undefined && groupOf(before.meaning) !== groupOf(item.meaning)
    if (isOther && !item.negated && (item.join === 'or' || beginsAgain(items, index))) parts.push([])
    parts.at(-1)?.push(item)
  })
  return parts
}

/** `… and a dog in the yard`, after a thing and a place: one event cannot be at two places. */
function beginsAgain(items: readonly Item[], at: number): boolean {
  const item = items[at]
  if (item?.join !== 'and' || item.meaning.kind !== 'object') return false
  const isWhole = (part: readonly Item[]) =>
    ['object', 'place'].every((kind) =>
      part.some(({ meaning, negated }) => meaning.kind === kind && !negated),
    )
  return isWhole(items.slice(0, at)) && isWhole(items.slice(at))
}
