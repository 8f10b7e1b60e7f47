/**
 * The mark that every picture carries: a strip of black and white blocks along its upper edge.
 * White, black (the references), sixteen bits of the frame counter with the highest first, one bit
 * for "the figure moves", one bit of even parity. A test reads it back from decoded pixels and
 * so proves that a clip misses no frame.
 */

export const MARK_BLOCKS = 20
/** The strip takes this part of the picture's height. */
export const MARK_HEIGHT_PART = 16
const COUNTER_BITS = 16

export interface FrameMark {
  /** Frame number modulo the picture's `loopFrames`. */
  readonly counter: number
  readonly moving: boolean
}

/** The twenty blocks of a mark, true for white. */
export function markBlocks(mark: FrameMark): boolean[] {
  const bits = Array.from(
    { length: COUNTER_BITS },
    (_, i) => ((mark.counter >> (COUNTER_BITS - 1 - i)) & 1) === 1,
  )
  const payload = [...bits, mark.moving]
  const odd = payload.filter(Boolean).length % 2 === 1
  return [true, false, ...payload, odd]
}

/** Reads a mark from the mean luma of its twenty blocks; null where there is none or it is damaged. */
export function readMark(lumaOfBlocks: Uint8Array): FrameMark | null {
  const white = lumaOfBlocks[0] ?? 0
  const black = lumaOfBlocks[1] ?? 0
  if (lumaOfBlocks.length < MARK_BLOCKS || white - black < 80) return null
  const middle = (white + black) / 2
  const blocks = Array.from(lumaOfBlocks.subarray(0, MARK_BLOCKS), (luma) => luma > middle)
  const counter = blocks.slice(2, 2 + COUNTER_BITS).reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0)
  const mark = { counter, moving: blocks[2 + COUNTER_BITS] === true }
  return markBlocks(mark).every((bit, i) => bit === blocks[i]) ? mark : null
}

/**
 * How many frames lie between consecutive marks: 0 everywhere for a clip without a gap.
 * A gap of exactly one loop cannot be seen; the length of the clip tells that one.
 */
export function framesMissing(marks: readonly FrameMark[], loopFrames: number): number[] {
  return marks.slice(1).map((mark, i) => {
    const before = marks[i]?.counter ?? 0
    return (mark.counter - before - 1 + 2 * loopFrames) % loopFrames
  })
}
