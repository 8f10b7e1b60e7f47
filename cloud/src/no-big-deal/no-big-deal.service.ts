/**
 * No-Big-Deal as other slices see it: the gate that alerts pass, and what is learnt from feedback. It imports no slice
 * that fires alerts, so that those may import it.
 */
export { holdBack, type Sifted } from './hold-back.js'
export { kindOf } from './kind.js'
export { type GivenFeedback, learnFromFeedback } from './learn-from-feedback.js'
export type { HeldBack, Hold, QuietCandidate } from './quiet-candidate.js'
