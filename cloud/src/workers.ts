import { setMaxListeners } from 'node:events'
import { watchOutages } from './alerts/alert.service.js'
import { analysisLeftoversTask, createAnalysisLoop } from './analysis/analysis.service.js'
import { forgetOldSessionsTask, sweepLoginLimitsTask } from './auth/auth.service.js'
import { createJudgeLoop, createJudgementLoop } from './compiled-rules/compiled-rule.service.js'
import { createMailLoop } from './notifications/notification.service.js'
import { keepPresent, sayPresent } from './platform/node-presence.js'
import type { OwnDatabase } from './platform/own-database.js'
import { type PeriodicTask, runPeriodicTasks } from './platform/periodic.js'
import type { Platform } from './platform/platform.js'
import { retentionTask } from './retention/retention.service.js'
import type { Services } from './services.js'
import { createDeliveryLoop } from './webhooks/webhook.service.js'

/** A long-lived part: runs until `signal` aborts, and is begun again if it fails. */
type Run = (signal: AbortSignal) => Promise<void>

/** What a node does beside answering requests, by name. */
function workersOf(platform: Platform, services: Services, own: OwnDatabase): Record<string, Run> {
  return {
    postgres: (signal) => own.supervise(signal),
    listener: (signal) => platform.listener.run(signal),
    presence: (signal) => keepPresent({ ...platform, worker: platform.database.worker }, signal),
    analysis: (signal) => createAnalysisLoop(platform, analysisParts(platform, services)).run(signal),
    pictures: () => services.frames.sweep(),
    judgements: (signal) => createJudgementLoop(platform).run(signal),
    judge: (signal) => createJudgeLoop(platform, services).run(signal),
    passwords: (signal) => services.passwordRequests.run(signal),
    outages: (signal) => watchOutages(platform, signal),
    webhooks: (signal) => createDeliveryLoop(platform, services.outbound).run(signal),
    mail: (signal) => createMailLoop(platform, services.mailer).run(signal),
    periodic: (signal) => runPeriodicTasks(platform, periodicTasks(platform, services), signal),
  }
}

function analysisParts(platform: Platform, { models, mediaStore: store, frames }: Services) {
  return { models, pictures: { ...platform, store, frames } }
}

/** What comes again and again, by one node at a time. */
function periodicTasks(platform: Platform, services: Services): readonly PeriodicTask[] {
  return [
    retentionTask({ ...platform, store: services.mediaStore }),
    forgetOldSessionsTask(platform),
    sweepLoginLimitsTask(platform),
    analysisLeftoversTask(platform),
  ]
}

/** Starts all of them. @returns ends them and waits for the work in hand, at most `withinMs`. */
export async function startWorkers(
  platform: Platform,
  services: Services,
  own: OwnDatabase,
): Promise<(withinMs: number) => Promise<void>> {
  await sayPresent(platform.database.worker, platform.nodeId, platform.keys.ids())
  const stop = new AbortController()
  // Every worker listens, some of them for each piece of their work.
  setMaxListeners(0, stop.signal)
  const running = Object.entries(workersOf(platform, services, own)).map(([name, run]) =>
    keepRunning(platform, name, run, stop.signal),
  )
  return async (withinMs) => {
    stop.abort()
    const late = new AbortController()
    await Promise.race([
      Promise.all(running),
      platform.clock.delay(withinMs, { signal: late.signal }).catch(() => {}),
    ])
    late.abort()
  }
}

async function keepRunning(
  { log, clock }: Platform,
  name: string,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await run(signal)
      return
    } catch (error) {
      log.error({ err: error, worker: name }, 'worker.failed')
      await clock.delay(1_000, { signal }).catch(() => {})
    }
  }
}
