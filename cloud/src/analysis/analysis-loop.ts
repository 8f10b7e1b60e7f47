import type { Models } from '../models/model.service.js'
import type { PictureDeps } from '../pictures/picture.service.js'
import { WorkLoop } from '../platform/claim.js'
import { claimFairly } from '../platform/fair-claim.repository.js'
import { OrgPlaces } from '../platform/org-places.js'
import type { Platform } from '../platform/platform.js'
import { performRun } from './perform-run.js'

/** Analyses under way at once on this node: in all, and of one organisation. */
const runsAtOnce = { inAll: 48, perOrg: 4 }

/** What the analysis of events stands on beside the platform. */
export interface AnalysisParts {
  readonly models: Models
  readonly pictures: PictureDeps
}

/** The worker that does this node's share of the analyses. A provider that hangs holds the places of one organisation. */
export function createAnalysisLoop(platform: Platform, parts: AnalysisParts): WorkLoop {
  const places = new OrgPlaces()
  return new WorkLoop({
    ...platform,
    workerId: platform.nodeId,
    table: 'event_analyses',
    concurrency: runsAtOnce.inAll,
    claim: async (options) => {
      const claimed = await claimFairly(platform.database.worker, {
        ...options,
        table: 'event_analyses',
        perOrg: runsAtOnce.perOrg,
        taken: places.taken,
      })
      for (const row of claimed) places.take(row)
      return claimed
    },
    perform: (row, signal) =>
      performRun({ ...platform, ...parts }, row, signal).finally(() => places.release(row.id)),
  })
}
