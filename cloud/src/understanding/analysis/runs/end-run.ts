import { lockForAnalysis, saveAnalysisOf } from '../../../events/event-analysis.service.js'
import type { Platform } from '../../../platform/platform.js'
import type { AnalysisHooks } from '../analysis-hooks.js'
import { completedChange, uncompletedChange } from './event-changes.js'
import { type RunEnd, type RunRow, saveEnd } from './run.repository.js'
import type { SubjectRow } from './subject.repository.js'

type EndDeps = Pick<Platform, 'database' | 'clock' | 'log' | 'metrics'> & { readonly hooks: AnalysisHooks }

/** How a run ended. `since`: when it began, by the monotonic clock, milliseconds; `worker`: the name of its lease. */
type Ended = Omit<RunEnd, 'finished_at' | 'own_ms'> & {
  readonly since: number
  readonly worker: string
}

/**
 * Writes the end of a run into it and into its event, and calls the hook, in one transaction. A run
 * that another worker has taken over is left to that one.
 */
export async function endRun(
  deps: EndDeps,
  run: RunRow,
  subject: SubjectRow,
  { since, worker, ...ended }: Ended,
): Promise<void> {
  const { database, clock, log, metrics, hooks } = deps
  const { org_id: orgId, id, event_id: eventId } = run
  const ownMs = () => Math.round(clock.monotonic() - since - (ended.model_ms ?? 0) - (ended.pictures_ms ?? 0))
  const now = new Date(clock.now())
  const version = await database.inOrg(orgId, async (tx) => {
    // The event first, as whoever queues does.
    const event = await lockForAnalysis(tx, orgId, eventId)
    if (!event) return null
    const saved = await saveEnd(tx, { orgId, id, worker }, { ...ended, own_ms: ownMs(), finished_at: now })
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
    if (event.is_listed) await hooks.onAnalysed(tx, orgId, eventId, saved)
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
