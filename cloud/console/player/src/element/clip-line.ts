/** What is marked on the line of a clip; places are parts of its length, from 0 to 1. */
export interface ClipMarks {
  /** Null: it is not within the clip. */
  readonly trigger: number | null
  /** From the beginning on: what was recorded before the trigger. */
  readonly preRoll: number
  /** Up to the end: what was recorded after the cause. */
  readonly postRoll: number
  /** Where a model looked. */
  readonly looked: readonly number[]
  /** All of it in words. */
  readonly label: string
}

const percent = (part: number): string => `${100 * Math.min(1, Math.max(0, part))}%`

/** Draws the marks; where they are is given as a place along the line. */
export function drawMarks({ trigger, preRoll, postRoll, looked }: ClipMarks): HTMLElement[] {
  const marks = looked.map((at) => mark('looked', { left: percent(at) }))
  if (preRoll > 0) marks.push(mark('roll', { left: '0', width: percent(preRoll) }))
  if (postRoll > 0) marks.push(mark('roll', { right: '0', width: percent(postRoll) }))
  if (trigger !== null) marks.push(mark('trigger', { left: percent(trigger) }))
  return marks
}

function mark(name: string, place: Readonly<Record<string, string>>): HTMLElement {
  const made = document.createElement('i')
  made.dataset['mark'] = name
  for (const [property, value] of Object.entries(place)) made.style.setProperty(property, value)
  return made
}
