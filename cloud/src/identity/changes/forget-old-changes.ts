import type { Platform } from '../../platform/platform.js'
import type { PeriodicTask } from '../../platform/work/periodic.js'
import { listOrganisationIds } from '../organisation/organisation.service.js'
import { deleteOldChanges } from './change.repository.js'
import { changesKeptMs } from './update-token.js'

/** Rows of a statement: some ten milliseconds of work. */
const rowsOfBatch = 2_000

/** Forgets, hourly, changes that no token leads back to. */
export function forgetOldChangesTask({
  database,
  clock,
}: Pick<Platform, 'database' | 'clock'>): PeriodicTask {
  return {
    name: 'forget_old_changes',
    everyMs: 60 * 60_000,
    needsTrueClock: true,
    run: async (signal) => {
      const batch = { before: new Date(clock.now() - changesKeptMs), most: rowsOfBatch }
      for (const orgId of await listOrganisationIds(database.worker)) {
        const db = database.forOrg(orgId)
        for (const table of ['changes', 'access_changes'] as const)
          while (!signal.aborted && (await deleteOldChanges(db, orgId, table, batch)) === rowsOfBatch);
        if (signal.aborted) return
      }
    },
  }
}
