/** What the analysis of events may do to them. It stands apart so that neither slice waits for the other to load. */
export {
  type AnalysedEvent,
  type EventAnalysisChange,
  lockForAnalysis,
  saveAnalysisOf,
} from './event-analysis.repository.js'
