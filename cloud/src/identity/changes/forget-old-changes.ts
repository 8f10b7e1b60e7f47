import type { Platform } from '../../platform/platform.js'
import { eachApart } from '../../platform/work/each-apart.js'
import type { TaskByAge } from '../../platform/work/task-by-age.js'
import { listOrganisationIds } from '../organisation/organisation.service.js'
import { deleteOldChanges } from './change.repository.js'
import { changesKeptMs } from './update-token.js'

/** Rows of a statement: some ten milliseconds of work. */
const rowsOfBatch = 2_000

const tables = ['changes', 'restricted_changes', 'access_changes'] as const

/** Forgets, hourly, changes that no token leads back to. */
export function forgetOldChangesTask({ database, log }: Pick<Platform, 'database' | 'log'>): TaskByAge {
  return {
    name: 'forget_old_changes',
    everyMs: 60 * 60_000,
    run: async (signal, now) => {
      const batch = { before: new Date(now.getTime() - changesKeptMs), most: rowsOfBatch }
      const orgIds = await listOrganisationIds(database.worker)
      const turns = orgIds.flatMap((orgId) => tables.map((table) => ({ orgId, table })))
      await eachApart(turns, { log, signal, named: (turn) => turn }, async ({ orgId, table }) => {
        const db = database.forOrg(orgId)
        while (!signal.aborted && (await deleteOldChanges(db, orgId, table, batch)) === rowsOfBatch);
      })
    },
  }
}
