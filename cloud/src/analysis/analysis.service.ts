export { type AnalysisParts, createAnalysisLoop } from './analysis-loop.js'
export { analyzeEvent } from './analyze-event.js'
export { analysisLeftoversTask } from './leftovers.js'
export { getAnalysis, getEvidence, getFaces, getObjects, type ShowDeps } from './show-analysis.js'
