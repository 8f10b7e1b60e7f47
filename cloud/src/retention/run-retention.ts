import { recordAudit } from '../audit/audit.service.js'
import { listOrganisationIds } from '../organisation/organisation.service.js'
import { systemActor } from '../platform/caller.js'
import { removeOldClips, removeOldEvents } from './remove-events.js'
import { dropStrayMedia, removeBytes } from './remove-media.js'
import { removeOldRows } from './remove-old-rows.js'
import { findRetentionDays } from './retention-days.repository.js'
import type { Removed, RetentionDeps, Turn } from './retention-deps.js'

/**
 * Removes what is older than its organisation keeps it, one organisation after the other. Each step is a transaction
 * of some hundred rows, or the bytes of one object, and may be repeated: a run that was cut off is begun again and
 * finds what is left. What fails in one organisation keeps no other from its turn.
 * @throws AggregateError of what failed
 */
export async function runRetention(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const orgId of await listOrganisationIds(deps.database.worker)) {
    if (signal.aborted) return
    try {
      await retain(deps, { orgId, now: new Date(deps.clock.now()), signal })
    } catch (error) {
      deps.log.error({ err: error, orgId }, 'retention.failed')
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `retention failed in ${failures.length} organisations`)
}

async function retain(deps: RetentionDeps, turn: Turn): Promise<void> {
  const days = await findRetentionDays(deps.database.forOrg(turn.orgId), turn.orgId)
  if (!days) return
  const event = await removeOldEvents(deps, turn, days)
  const clip = await removeOldClips(deps, turn, days)
  if (clip + event > 0) await audit(deps, turn, { clip, event })
  count(deps, { clip, event })
  count(deps, await dropStrayMedia(deps, turn, days))
  count(deps, await removeOldRows(deps, turn, days))
  count(deps, await removeBytes(deps, turn))
  deps.log.info({ orgId: turn.orgId, clip, event }, 'retention.done')
}

function count({ metrics }: RetentionDeps, removed: Removed): void {
  for (const [kind, number] of Object.entries(removed)) metrics.removed.inc({ kind }, number)
}

async function audit({ database }: RetentionDeps, { orgId }: Turn, removed: Removed): Promise<void> {
  await database.inOrg(orgId, (tx) =>
    recordAudit(tx, orgId, systemActor, 'retention.removed', { kind: 'organisation', id: orgId }, removed),
  )
}
