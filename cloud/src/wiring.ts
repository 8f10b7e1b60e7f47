import { createImmediateAlerts } from './alerting/alerts/immediate-alerts.service.js'
import { queueJudgement } from './alerting/compiled/verdicts/queue-judgement.service.js'
import { RuleIndexCache } from './alerting/rules/rule-index-cache.service.js'
import type { EventHooks } from './events/event.hooks.js'
import type { CameraHooks } from './fleet/cameras/camera-deps.js'
import { removeDeletedGateways } from './fleet/gateways/gateway-cameras.service.js'
import type { SiteHooks } from './identity/sites/site.service.js'
import type { Config } from './platform/config.js'
import { requirePromptPack } from './understanding/analysis/prompt-packs/prompt-pack.service.js'
import {
  type AnalysisHooks,
  noClipReason,
  queueAnalysis,
  skipAnalysis,
} from './understanding/analysis/queue/analysis-queue.service.js'

/** What the lower areas offer to the upper ones: each hook is named by what happened. */
export interface Hooks {
  readonly analysis: AnalysisHooks
  readonly events: EventHooks
  readonly sites: SiteHooks
  readonly cameras: CameraHooks
}

/** Which hook of which area calls whom. Each is called inside the transaction of what happened. */
export function wire({ config }: { readonly config: Pick<Config, 'ai'> }): Hooks {
  const analysis: AnalysisHooks = {
    onAnalysed: queueJudgement,
  }

  const ruleIndexes = new RuleIndexCache()
  const queue = { config, hooks: analysis }
  const events: EventHooks = {
    onOpened: (tx, orgId, opened) => createImmediateAlerts(ruleIndexes, tx, orgId, opened),
    onClipStored: (tx, orgId, eventId) => queueAnalysis(queue, tx, { orgId, eventId, cause: 'clip_stored' }),
    onClipFailed: (tx, orgId, eventId, clipError) =>
      skipAnalysis(queue, tx, { orgId, eventId, cause: 'clip_failed', reason: noClipReason(clipError) }),
  }

  const sites: SiteHooks = {
    onSiteRemoved: removeDeletedGateways,
  }

  const cameras: CameraHooks = {
    onPromptPackChosen: requirePromptPack,
  }

  return { analysis, events, sites, cameras }
}
