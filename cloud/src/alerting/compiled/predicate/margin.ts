import type { Truth } from './truth.js'

/**
 * How far a confidence may lie under the one that is asked for and still be doubtful and not refused. Models are not
 * exact to a tenth.
 */
export const doubtfulMargin = 0.1

/** What arithmetic with tenths leaves over. */
const rounding = 1e-9

/** Whether a confidence reaches a threshold; one that is not known may. */
export function reaches(confidence: number | null, threshold: number): Truth {
  if (confidence === null) return 'doubtful'
  if (confidence >= threshold) return true
  return threshold - confidence <= doubtfulMargin + rounding ? 'doubtful' : false
}
