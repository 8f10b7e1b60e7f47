/** Heights, px. */
export const stripHeights = { scale: 24, lane: 22, oneLane: 34, gap: 2, clips: 14 } as const

export const laneHeight = (isOne: boolean): number => (isOne ? stripHeights.oneLane : stripHeights.lane)

/** How high the strip is with so many lanes. */
export function stripHeight(lanes: number, isOne: boolean): number {
  const { scale, gap, clips } = stripHeights
  return scale + Math.max(1, lanes) * (laneHeight(isOne) + gap) + clips
}

/** Where a lane begins, px from the top of the strip. */
export const laneTop = (place: number, isOne: boolean): number =>
  stripHeights.scale + place * (laneHeight(isOne) + stripHeights.gap)
