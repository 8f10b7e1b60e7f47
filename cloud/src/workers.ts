import { setMaxListeners } from 'node:events'
import { createJudgeLoop, createJudgementLoop } from './alerting/compiled/compiled-rule.service.js'
import { watchOutages } from './alerting/outages/outage.service.js'
import { createMailLoop } from './delivery/notifications/mail/mail-loop.js'
import { createPushLoop } from './delivery/notifications/push/outgoing/push-loop.js'
import { createDeliveryLoop } from './delivery/webhooks/deliveries/delivery-loop.js'
import { sweepMediaAtStart } from './events/media/store/sweep-media.js'
import { WatchedThumbnails } from './fleet/live/viewers/watchings/watched-thumbnails.js'
import { checkReachAtStart } from './operations/doctor/check-at-start.js'
import { periodicTasks } from './periodic-tasks.js'
import type { PostgresServer } from './platform/database/postgres-server.js'
import type { Platform } from './platform/platform.js'
import { keepPresence, writePresence } from './platform/process/node-presence.js'
import { runPeriodicTasks } from './platform/work/periodic.js'
import type { Services } from './services.js'
import { createAnalysisLoop } from './understanding/analysis/queue/analysis-loop.js'

/** A long-lived part: runs until `signal` aborts, and is begun again if it fails. */
type Run = (signal: AbortSignal) => Promise<void>

/** What a node does beside answering requests, by name. */
function workersOf(node: Platform, services: Services, own: PostgresServer): Record<string, Run> {
  const platform: Platform = { ...node, database: node.database.serving('work') }
  return {
    postgres: (signal) => own.supervise(signal),
    listener: (signal) => platform.listener.run(signal),
    presence: (signal) =>
      keepPresence(
        { ...platform, worker: platform.database.worker, nodeUrl: platform.config.nodeUrl },
        signal,
      ),
    analysis: (signal) => createAnalysisLoop(platform, analysisParts(platform, services)).run(signal),
    pictures: () => services.frames.sweep(),
    previews: () => services.previews.sweep(),
    reach: () => checkReachAtStart(platform),
    media: () => sweepMediaAtStart({ ...platform, store: services.mediaStore }),
    judgements: (signal) => createJudgementLoop(platform).run(signal),
    judge: (signal) => createJudgeLoop(platform, services).run(signal),
    passwords: (signal) => services.passwordRequests.run(signal),
    outages: (signal) => watchOutages(platform, signal),
    webhooks: (signal) => createDeliveryLoop(platform, services.outbound).run(signal),
    pushes: (signal) => createPushLoop(platform, services.outbound).run(signal),
    mail: (signal) => createMailLoop(platform, services.mailer).run(signal),
    thumbnails: (signal) => new WatchedThumbnails(thumbnailParts(platform, services)).run(signal),
    periodic: (signal) => runPeriodicTasks(platform, periodicTasks(platform, services), signal),
  }
}

function analysisParts(platform: Platform, { models, mediaStore: store, frames, hooks }: Services) {
  return { models, pictures: { ...platform, store, frames }, hooks: hooks.analysis }
}

function thumbnailParts(platform: Platform, { channel, mediaStore: store, mediaLinks: links }: Services) {
  return { platform, commands: channel.commands, pictures: { store, links } }
}

/** Starts all of them. @returns ends them and waits for the work in hand, at most `withinMs`. */
export async function startWorkers(
  platform: Platform,
  services: Services,
  own: PostgresServer,
): Promise<(withinMs: number) => Promise<void>> {
  await writePresence(platform.database.worker, platform.nodeId, {
    keyIds: platform.keys.ids(),
    clock: platform.clock,
    nodeUrl: platform.config.nodeUrl,
  })
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
