/** What the analysis of events may do to them. */
export {
  type AnalysedEvent,
  type EventAnalysisChange,
  lockForAnalysis,
  saveAnalysisOf,
} from './event-analysis.repository.js'
