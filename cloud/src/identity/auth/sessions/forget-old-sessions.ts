import type { Platform } from '../../../platform/platform.js'
import { eachApart, namedOrg } from '../../../platform/work/each-apart.js'
import type { TaskByAge } from '../../../platform/work/task-by-age.js'
import { listOrganisationIds } from '../../organisation/organisation.service.js'
import { deleteOldPasswordTokens, deleteSomeOldSessions } from './old-sessions.repository.js'

const dayMs = 24 * 60 * 60_000
/** How long an ended session can still be looked up by what the audit says of it. */
const keptMs = 30 * dayMs

/** Forgets, daily, sessions and password tokens that ended a month ago, with all their refresh tokens. */
export function forgetOldSessionsTask({ database, log }: Pick<Platform, 'database' | 'log'>): TaskByAge {
  return {
    name: 'forget_old_sessions',
    everyMs: dayMs,
    run: async (signal, now) => {
      const before = new Date(now.getTime() - keptMs)
      const orgIds = await listOrganisationIds(database.worker)
      await eachApart(orgIds, { log, signal, named: namedOrg }, async (orgId) => {
        const db = database.forOrg(orgId)
        await deleteOldPasswordTokens(db, orgId, before)
        while (!signal.aborted && (await deleteSomeOldSessions(db, orgId, before)));
      })
    },
  }
}
