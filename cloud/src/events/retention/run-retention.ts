import { recordAudit } from '../../identity/audit/audit.service.js'
import { listOrganisationIds } from '../../identity/organisation/organisation.service.js'
import { systemActor } from '../../platform/caller.js'
import { removeOldClips, removeOldEvents } from './remove-events.js'
import {
  dropLeftParts,
  dropMediaOfDeletedEvents,
  dropOldPictures,
  dropSilentUploads,
  removeBytes,
} from './remove-media.js'
import { agesOfRows, removeOldRows } from './remove-old-rows.js'
import { findRetentionDays, type RetentionDays } from './retention-days.repository.js'
import type { RetentionDeps, RetentionPass } from './retention-deps.js'

/** One thing that is removed, by its name in logs and metrics. */
type Step = readonly [name: string, work: () => Promise<void>]

/**
 * Removes what is older at `now` than its organisation keeps it, one organisation after the other. A step is
 * transactions of some hundred rows, or the bytes of one object, and may be repeated: a run that was cut off is begun
 * again and finds what is left. What fails in one step keeps no other from its turn, nor any other organisation.
 * @param run.now by PostgreSQL's clock
 * @throws RetentionFailedError of what failed
 */
export async function runRetention(
  deps: RetentionDeps,
  { now, signal }: Pick<RetentionPass, 'now' | 'signal'>,
): Promise<void> {
  const failures: Failure[] = []
  for (const orgId of await listOrganisationIds(deps.database.worker)) {
    if (signal.aborted) return
    failures.push(...(await retain(deps, orgId, now, signal)))
  }
  if (failures.length > 0) throw new RetentionFailedError(failures)
}

interface Failure {
  readonly step: string
  readonly error: unknown
}

/** Goes through the steps of one organisation. @returns what failed */
async function retain(
  deps: RetentionDeps,
  orgId: string,
  now: Date,
  signal: AbortSignal,
): Promise<Failure[]> {
  const sums = new Map<string, number>()
  const removed = (kind: string, count: number) => {
    sums.set(kind, (sums.get(kind) ?? 0) + count)
    deps.metrics.removed.inc({ kind }, count)
  }
  const failures: Failure[] = []
  const take = async ([step, work]: Step) => {
    if (signal.aborted) return
    try {
      await work()
    } catch (error) {
      deps.log.error({ err: error, orgId, step, formerly: 'retention.failed' }, 'retention.step_failed')
      deps.metrics.retentionFailures.inc({ step })
      failures.push({ step, error })
    }
  }
  await take([
    'days',
    async () => {
      const days = await findRetentionDays(deps.database.forOrg(orgId), orgId)
      if (!days) return
      for (const step of stepsOf(deps, { orgId, now, signal, removed }, days)) await take(step)
    },
  ])
  const counts = { clip: sums.get('clip') ?? 0, event: sums.get('event') ?? 0 }
  if (counts.clip + counts.event > 0) await take(['audit', () => audit(deps, orgId, counts)])
  deps.log.info({ orgId, ...counts, failed: failures.length }, 'retention.done')
  return failures
}

/** In an order in which each finds what those before it have left behind. */
function stepsOf(deps: RetentionDeps, turn: RetentionPass, days: RetentionDays): Step[] {
  return [
    ['events', () => removeOldEvents(deps, turn, days)],
    ['clips', () => removeOldClips(deps, turn, days)],
    ['media_of_deleted_events', () => dropMediaOfDeletedEvents(deps, turn)],
    ['pictures', () => dropOldPictures(deps, turn, days)],
    ['silent_uploads', () => dropSilentUploads(deps, turn)],
    ['left_parts', () => dropLeftParts(deps, turn)],
    ...agesOfRows(days).map(([table, ms]): Step => [table, () => removeOldRows(deps, turn, table, ms)]),
    ['bytes', () => removeBytes(deps, turn)],
  ]
}

async function audit(
  { database }: RetentionDeps,
  orgId: string,
  removed: Readonly<Record<string, number>>,
): Promise<void> {
  await database.inOrg(orgId, (tx) =>
    recordAudit(tx, { orgId, actor: systemActor }, 'retention.removed', {
      target: { kind: 'organisation', id: orgId },
      data: removed,
    }),
  )
}

/** Some steps failed in some organisations; all others were done. */
class RetentionFailedError extends AggregateError {
  override readonly name = 'RetentionFailedError'

  constructor(failures: readonly Failure[]) {
    const steps = [...new Set(failures.map(({ step }) => step))]
    super(
      failures.map(({ error }) => error),
      `${failures.length} steps failed (${steps.join(', ')}), the others were done`,
    )
  }
}
