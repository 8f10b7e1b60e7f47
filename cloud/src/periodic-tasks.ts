import { quarantineTask } from './events/intake/quarantine/retry-quarantined.js'
import { sweepMediaTask } from './events/media/store/sweep-media.js'
import {
  retentionClockTask,
  retentionTask,
  whileClockIsBelieved,
} from './events/retention/retention.service.js'
import { endWatchingsTask } from './fleet/live/viewers/watchings/end-watchings.js'
import { sweepLoginLimitsTask } from './identity/auth/login/sweep-login-limits.js'
import { forgetOldSessionsTask } from './identity/auth/sessions/forget-old-sessions.js'
import { forgetOldChangesTask } from './identity/changes/forget-old-changes.js'
import type { Platform } from './platform/platform.js'
import type { PeriodicTask } from './platform/work/periodic.js'
import type { Services } from './services.js'
import { unqueuedAnalysesTask } from './understanding/analysis/queue/unqueued-analyses.js'

/** What comes again and again, by one node at a time. */
export function periodicTasks(platform: Platform, services: Services): readonly PeriodicTask[] {
  return [
    retentionTask({ ...platform, store: services.mediaStore }),
    retentionClockTask(platform),
    sweepMediaTask({ ...platform, store: services.mediaStore }),
    quarantineTask({ ...platform, intake: services.intake }),
    endWatchingsTask(platform),
    ...[
      forgetOldSessionsTask(platform),
      forgetOldChangesTask(platform),
      sweepLoginLimitsTask(platform),
      unqueuedAnalysesTask({ ...platform, hooks: services.hooks.analysis }),
    ].map((task) => whileClockIsBelieved(platform, task)),
  ]
}
