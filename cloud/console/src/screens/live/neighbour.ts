import type { Place } from './wall-layout.js'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The tile beside another one, in a direction: the nearest of those that begin beyond it. @returns its place in the list, or null */
export function neighbourOf(places: readonly Place[], at: number, direction: Direction): number | null {
  const from = places[at]
  if (!from) return null
  let best: number | null = null
  let bestFar = Number.POSITIVE_INFINITY
  for (const [other, place] of places.entries()) {
    const far = farness(from, place, direction)
    if (other !== at && far !== null && far < bestFar) [best, bestFar] = [other, far]
  }
  return best
}

/** How far it lies that way: a step aside counts more than one ahead. Null: not that way. */
function farness(from: Place, to: Place, direction: Direction): number | null {
  const isAcross = direction === 'left' || direction === 'right'
  const ahead = isAcross ? middle(to).x - middle(from).x : middle(to).y - middle(from).y
  const way = direction === 'left' || direction === 'up' ? -ahead : ahead
  if (way <= 1) return null
  return (
    way +
    3 *
      (isAcross
        ? apart(from.top, from.height, to.top, to.height)
        : apart(from.left, from.width, to.left, to.width))
  )
}

const middle = ({ left, top, width, height }: Place) => ({ x: left + width / 2, y: top + height / 2 })

/** Between two stretches; 0 where they overlap. */
const apart = (one: number, long: number, other: number, otherLong: number): number =>
  Math.max(0, other - (one + long), one - (other + otherLong))
