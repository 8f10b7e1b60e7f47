/** What of a wall moves (design, 6.2): what matters, nothing but keyframes, everything. */
export const motions = ['matters', 'keys', 'all'] as const
export type Motion = (typeof motions)[number]

/** What is known of a tile when it is decided how its pictures come. */
export interface TileFacts {
  readonly isLarge: boolean
  /** Under the pointer or the focus. */
  readonly isNear: boolean
  /** Something happens there now. */
  readonly hasEvent: boolean
  /** An alert of it is taken by nobody. */
  readonly hasAlert: boolean
}

/** How the pictures of a tile are asked for. */
export interface Sending {
  readonly stream: 'main' | 'sub'
  readonly mode: 'full' | 'keys'
}

/**
 * How each tile's pictures come.
 * @param most so many move at once; what matters more goes first
 */
export function sendings(tiles: readonly TileFacts[], motion: Motion, most: number): readonly Sending[] {
  const moving = new Set(
    tiles
      .map((tile, at) => ({ at, weight: weightOf(tile, motion) }))
      .filter(({ weight }) => weight > 0)
      .toSorted((one, other) => other.weight - one.weight || one.at - other.at)
      .slice(0, most)
      .map(({ at }) => at),
  )
  return tiles.map(({ isLarge }, at) => ({
    stream: isLarge ? 'main' : 'sub',
    mode: moving.has(at) ? 'full' : 'keys',
  }))
}

/** 0: keyframes are enough. */
function weightOf({ isLarge, isNear, hasEvent, hasAlert }: TileFacts, motion: Motion): number {
  if (motion === 'keys') return 0
  const matters = (isLarge ? 16 : 0) + (isNear ? 8 : 0) + (hasAlert ? 4 : 0) + (hasEvent ? 2 : 0)
  return motion === 'all' ? matters + 1 : matters
}

/** The way after this one, round and round. */
export const nextMotion = (motion: Motion): Motion =>
  motions[(motions.indexOf(motion) + 1) % motions.length] ?? 'matters'

/** The lesser of two. */
export const lesserMotion = (one: Motion, other: Motion): Motion => {
  const least: readonly Motion[] = ['keys', 'matters', 'all']
  return least.indexOf(one) < least.indexOf(other) ? one : other
}
