import type { Platform } from '../../../platform/platform.js'
import type { PeriodicTask } from '../../../platform/work/periodic.js'
import { listOrganisationIds } from '../../organisation/organisation.service.js'
import { deleteOldPasswordTokens, deleteSomeOldSessions } from './old-sessions.repository.js'

const dayMs = 24 * 60 * 60_000
/** How long an ended session can still be looked up by what the audit says of it. */
const keptMs = 30 * dayMs

/** Forgets, daily, sessions and password tokens that ended a month ago, with all their refresh tokens. */
export function forgetOldSessionsTask({
  database,
  clock,
}: Pick<Platform, 'database' | 'clock'>): PeriodicTask {
  return {
    name: 'forget_old_sessions',
    everyMs: dayMs,
    run: async (signal) => {
      const before = new Date(clock.now() - keptMs)
      for (const orgId of await listOrganisationIds(database.worker)) {
        const db = database.forOrg(orgId)
        while (!signal.aborted && (await deleteSomeOldSessions(db, orgId, before)));
        if (signal.aborted) return
        await deleteOldPasswordTokens(db, orgId, before)
      }
    },
  }
}
