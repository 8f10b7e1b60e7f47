/** For the benchmarks: parts of the cloud by themselves, on the database of a node that runs. */

export { type MeasuredAnalysis, type MeasuredEvent, startMeasuredAnalysis } from './measured-analysis.js'
export { type MeasuredIntake, startMeasuredIntake } from './measured-intake.js'
export { type MeasuredNode, startMeasuredNode } from './measured-node.js'
export { type MeasuredRules, startMeasuredRules } from './measured-rules.js'
export { type MeasuredTurns, startMeasuredTurns } from './measured-turns.js'
