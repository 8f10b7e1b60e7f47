import { listOrganisationIds } from '../../../identity/organisation/organisation.service.js'
import type { Platform } from '../../../platform/platform.js'
import { eachApart, namedOrg } from '../../../platform/work/each-apart.js'
import type { TaskByAge } from '../../../platform/work/task-by-age.js'
import type { AnalysisHooks } from '../analysis-hooks.js'
import { noClipReason, queueAnalysis, skipAnalysis } from './analysis-queue.service.js'
import { listUnqueuedEvents, type UnqueuedEvent } from './unqueued-event.repository.js'

type UnqueuedDeps = Pick<Platform, 'database' | 'clock' | 'config' | 'log'> & {
  readonly hooks: AnalysisHooks
}

const minuteMs = 60_000

/** A gateway that has reported an event sends its clip as soon as it can; after a day without it the event is not kept waiting. */
export const clipPatienceMs = 24 * 60 * minuteMs

const pageSize = 200
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Sees to it that no event waits for its analysis for ever. A clip that comes after its event was given up is analysed
 * all the same.
 */
export function unqueuedAnalysesTask(deps: UnqueuedDeps): TaskByAge {
  return {
    name: 'analysis_leftovers',
    everyMs: 10 * minuteMs,
    // What it gives up is not taken up again but by a clip.
    run: (signal, now) => queueOrSkipAll(deps, signal, now),
  }
}

export async function queueOrSkipAll(deps: UnqueuedDeps, signal: AbortSignal, now: Date): Promise<void> {
  const { database, log } = deps
  const givenUpBefore = new Date(now.getTime() - clipPatienceMs)
  const orgIds = await listOrganisationIds(database.worker)
  await eachApart(orgIds, { log, signal, named: namedOrg }, async (orgId) => {
    let count = 0
    const events = unqueuedEvents(deps, orgId, givenUpBefore)
    const named = ({ id: eventId }: UnqueuedEvent) => ({ orgId, eventId })
    try {
      await eachApart(events, { log, signal, named }, async (event) => {
        await queueOrSkip(deps, orgId, event)
        count += 1
      })
    } finally {
      if (count > 0) log.info({ orgId, count }, 'analysis.leftovers')
    }
  })
}

async function* unqueuedEvents(
  { database }: UnqueuedDeps,
  orgId: string,
  givenUpBefore: Date,
): AsyncGenerator<UnqueuedEvent> {
  for (let afterId = firstId; ; ) {
    const page = await listUnqueuedEvents(database.forOrg(orgId), orgId, {
      givenUpBefore,
      afterId,
      limit: pageSize,
    })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    afterId = last.id
  }
}

/** One event in a transaction of its own; what happened to it since the list was read is found under its lock. */
function queueOrSkip(deps: UnqueuedDeps, orgId: string, event: UnqueuedEvent): Promise<void> {
  const { id: eventId, clip_status: status } = event
  return deps.database.inOrg(orgId, (tx) => {
    const givenUp = (reason: string) =>
      skipAnalysis(deps, tx, { orgId, eventId, cause: 'clip_given_up', reason })
    switch (status) {
      case 'ready':
        // Stored by a node of a version that did not know of analyses.
        return queueAnalysis(deps, tx, { orgId, eventId, cause: 'clip_stored' })
      case 'failed':
        return skipAnalysis(deps, tx, { orgId, eventId, cause: 'clip_failed', reason: noClipReason(null) })
      case 'expired':
        return givenUp('The clip was removed before it was analysed.')
      case 'recording':
      case 'uploading':
        return givenUp('No clip has come within a day.')
    }
  })
}
