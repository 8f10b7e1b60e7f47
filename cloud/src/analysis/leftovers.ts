import { listOrganisationIds } from '../organisation/organisation.service.js'
import type { PeriodicTask } from '../platform/periodic.js'
import type { Platform } from '../platform/platform.js'
import { noClipReason, queueAnalysis, skipAnalysis } from './analysis-queue.service.js'
import { type LeftoverRow, listLeftovers } from './leftover.repository.js'

type LeftoverDeps = Pick<Platform, 'database' | 'clock' | 'config' | 'log'>

const minuteMs = 60_000

/** A gateway that has told of an event sends its clip as soon as it can; after a day without it the event is not kept waiting. */
export const clipPatienceMs = 24 * 60 * minuteMs

const pageSize = 200
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Sees to it that no event waits for its analysis for ever. A clip that comes after its event was given up is analysed
 * all the same.
 */
export function analysisLeftoversTask(deps: LeftoverDeps): PeriodicTask {
  return {
    name: 'analysis_leftovers',
    everyMs: 10 * minuteMs,
    run: (signal) => workOffLeftovers(deps, signal),
  }
}

export async function workOffLeftovers(deps: LeftoverDeps, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = deps
  const givenUpBefore = new Date(clock.now() - clipPatienceMs)
  for (const orgId of await listOrganisationIds(database.worker)) {
    let count = 0
    for (let after = firstId; !signal.aborted; ) {
      const page = await listLeftovers(database.forOrg(orgId), orgId, givenUpBefore, after, pageSize)
      for (const event of page) {
        if (signal.aborted) return
        await workOff(deps, orgId, event)
        count += 1
      }
      const last = page.at(-1)
      if (!last || page.length < pageSize) break
      after = last.id
    }
    if (count > 0) log.info({ orgId, count }, 'analysis.leftovers')
  }
}

/** One event in a transaction of its own; what happened to it since the list was read is found under its lock. */
function workOff({ database, config }: LeftoverDeps, orgId: string, event: LeftoverRow): Promise<void> {
  const { id, clip_status: status } = event
  return database.inOrg(orgId, (tx) => {
    switch (status) {
      case 'ready':
        // Stored by a node of a version that did not know of analyses.
        return queueAnalysis({ config }, tx, orgId, id, 'clip_stored')
      case 'failed':
        return skipAnalysis(tx, orgId, id, 'clip_failed', noClipReason(null))
      case 'expired':
        return skipAnalysis(tx, orgId, id, 'clip_given_up', 'The clip was removed before it was analysed.')
      case 'recording':
      case 'uploading':
        return skipAnalysis(tx, orgId, id, 'clip_given_up', 'No clip has come within a day.')
    }
  })
}
