/** What the analysis of events may do to them. */
export {
  type EventAnalysisChange,
  type EventUnderAnalysis,
  lockForAnalysis,
  saveAnalysisOf,
} from './event-analysis.repository.js'
