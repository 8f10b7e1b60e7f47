import { judgeEvent } from '../compiled-rules/judge-event.service.js'
import { lockForAnalysis, saveAnalysisOf } from '../events/event-analysis.service.js'
import type { Platform } from '../platform/platform.js'
import { type RunEnd, type RunRow, saveEnd } from './run.repository.js'
import type { SubjectRow } from './subject.repository.js'
import { completedChange, uncompletedChange } from './write-to-event.js'

type EndDeps = Pick<Platform, 'database' | 'clock' | 'log' | 'metrics' | 'nodeId'>

/** How a run ended. `since`: when it began, by the monotonic clock, milliseconds. */
export type Ended = Omit<RunEnd, 'finished_at' | 'own_ms'> & { readonly since: number }

/**
 * Writes the end of a run into it and into its event, and lets the compiled rules judge, in one transaction. A run
 * that another worker has taken over is left to that one.
 */
export async function endRun(
  deps: EndDeps,
  run: RunRow,
  subject: SubjectRow,
  { since, ...ended }: Ended,
): Promise<void> {
  const { database, clock, log, metrics, nodeId } = deps
  const { org_id: orgId, id, event_id: eventId } = run
  const ownMs = () => Math.round(clock.monotonic() - since - (ended.model_ms ?? 0) - (ended.pictures_ms ?? 0))
  const now = new Date(clock.now())
  const version = await database.inOrg(orgId, async (tx) => {
    // The event first, as whoever queues does.
    const event = await lockForAnalysis(tx, orgId, eventId)
    if (!event) return null
    const saved = await saveEnd(tx, orgId, id, nodeId, { ...ended, own_ms: ownMs(), finished_at: now })
    if (saved === null) return null
    const { status, reason, result } = ended
    const change =
      status === 'completed' && result
        ? completedChange(subject, result, now)
        : uncompletedChange(
            subject,
            status === 'skipped' ? 'skipped' : 'failed',
            reason ?? '',
            event.ai_completed_at !== null,
          )
    await saveAnalysisOf(tx, orgId, eventId, change)
    if (event.deleted_at === null) await judgeEvent(tx, orgId, eventId, saved)
    return saved
  })
  if (version === null) return
  metrics.analyses.inc({ state: ended.status })
  const { status, reason, depth, provider, model, calls, model_ms: modelMs, pictures_ms: picturesMs } = ended
  log.info(
    {
      orgId,
      eventId,
      version,
      status,
      reason,
      depth,
      provider,
      model,
      calls,
      modelMs,
      picturesMs,
      ownMs: ownMs(),
    },
    'analysis.run',
  )
}
