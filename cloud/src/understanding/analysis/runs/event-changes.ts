import type { AnalysisResult } from '@sightline/protocol'
import type { EventAnalysisChange } from '../../../events/event-analysis.service.js'
import { broaderThan, labelOf, storedLabel } from '../../labels/label.service.js'
import { cameraReported } from '../facts/camera-reported.js'
import { fallbackSummary } from '../facts/fallback-summary.js'
import type { SubjectRow } from './subject.repository.js'

/** Tags of an event, at most. */
const mostTags = 40

/** What is known of an event without an analysis of its pictures. */
export function fallbackSummaryOf(subject: SubjectRow): string {
  return fallbackSummary({ ...subject, category: subject.event_category, reported: cameraReported(subject) })
}

/**
 * What a completed analysis writes into its event. Tags are the model's, its objects with what covers them, so that who
 * searches for a person finds the child, and what the camera reported.
 */
export function completedChange(subject: SubjectRow, result: AnalysisResult, now: Date): EventAnalysisChange {
  const labels = result.objects.map(({ label }) => label)
  const broader = labels.flatMap((label) => broaderThan(labelOf(label)).map(storedLabel))
  return {
    ai_status: 'completed',
    ai_error: null,
    ai_severity: result.severity,
    ai_confidence: result.confidence,
    ai_completed_at: now,
    summary: result.summary,
    narrative: result.narrative,
    tags: [...new Set([...result.tags, ...labels, ...cameraReported(subject), ...broader])].slice(
      0,
      mostTags,
    ),
  }
}

/** What an analysis that came to nothing writes: what an earlier one found stands. */
export function uncompletedChange(
  subject: SubjectRow,
  status: 'skipped' | 'failed',
  reason: string,
  hasResult: boolean,
): EventAnalysisChange {
  const known = { summary: fallbackSummaryOf(subject), tags: cameraReported(subject) }
  return { ai_status: status, ai_error: reason, ...(hasResult ? {} : known) }
}
