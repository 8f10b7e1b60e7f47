import type { Platform } from '../../../platform/platform.js'
import { fairLoop } from '../../../platform/work/fair-loop.js'
import type { WorkLoop } from '../../../platform/work/work-loop.js'
import type { Models } from '../../models/model.service.js'
import type { PictureDeps } from '../../pictures/take-pictures.service.js'
import type { AnalysisHooks } from '../analysis-hooks.js'
import { performRun } from '../runs/perform-run.js'

/**
 * Analyses under way at once on this node. They mostly wait for models, with their pictures in memory, some megabytes
 * each. So many that the provider of fifteen organisations may hang and leave slots to the others.
 */
const runsAtOnce = 64

/** What the analysis of events stands on beside the platform. */
interface AnalysisParts {
  readonly models: Models
  readonly pictures: PictureDeps
  readonly hooks: AnalysisHooks
}

/** The worker that does this node's share of the analyses. */
export function createAnalysisLoop(platform: Platform, parts: AnalysisParts): WorkLoop {
  return fairLoop({
    ...platform,
    workerId: platform.nodeId,
    table: 'event_analyses',
    concurrency: runsAtOnce,
    perOrg: platform.config.aiLimits.perOrg,
    perform: (row, signal) => performRun({ ...platform, ...parts }, row, signal),
  })
}
