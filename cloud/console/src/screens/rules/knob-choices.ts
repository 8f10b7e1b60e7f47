import type { Language } from '../../text/text.js'
import { durationOf } from '../../time/format.js'

/** From the least grave on. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export const learns = ['off', 'suggest', 'apply'] as const

/** Seconds within which a repeat tells nobody; 0: every one tells. */
const repeats = [0, 300, 900, 1800, 3600, 14_400, 86_400]

/**
 * Windows of repeats to choose from, the shortest first.
 * @param set what is set now, which may be another one; undefined: nothing is
 * @param off how no window is called
 */
export function repeatChoices(
  set: number | undefined,
  { off, language }: { readonly off: string; readonly language: Language },
): { value: string; says: string }[] {
  const windows = new Set(set === undefined ? repeats : [...repeats, set])
  return [...windows]
    .toSorted((one, other) => one - other)
    .map((seconds) => ({ value: String(seconds), says: seconds === 0 ? off : durationOf(seconds, language) }))
}
