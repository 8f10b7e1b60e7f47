/** Tiles are no smaller than this, px. */
const leastTile = { width: 150, height: 90 }
/** As many pictures as a person may watch at once, by the service's default. */
const mostTiles = 64
/** On a phone the page scrolls; what is not seen sends nothing. */
const phoneTiles = 40

interface Room {
  readonly width: number
  readonly height: number
  readonly isPhone: boolean
  /** Whether some tiles are large: the others have less room. */
  readonly hasLarge: boolean
}

/** How many tiles stand on the wall at once. */
export function tilesFor({ width, height, isPhone, hasLarge }: Room): number {
  if (isPhone) return phoneTiles
  const fit = Math.floor(width / leastTile.width) * Math.floor(height / leastTile.height)
  return Math.min(mostTiles, Math.max(4, hasLarge ? Math.floor(fit / 2.5) : fit))
}

/** The page of a place in the list. */
export const pageOf = (place: number, perPage: number): number => Math.floor(Math.max(0, place) / perPage)

export const pagesOf = (count: number, perPage: number): number => Math.max(1, Math.ceil(count / perPage))
