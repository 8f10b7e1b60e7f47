/**
 * What other slices may use to read sentences of people: things, places, times, durations, kinds of events. Pure; what
 * is not understood is listed with the reason, and never guessed.
 */
export { type Item, type ReadSentence, readSentence } from './compile/read-sentence.js'
export type { Meaning, NamedPlace, Place, Unexpressed } from './compile/reading.js'
export { knownLabels, labelOf } from './predicate/labels.js'
