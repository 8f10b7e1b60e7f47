import type { BlobStore } from '../../events/media/store/blob-store.service.js'
import type { Platform } from '../../platform/platform.js'
import { fairLoop } from '../../platform/work/fair-loop.js'
import type { WorkLoop } from '../../platform/work/work-loop.js'
import type { Models } from '../../understanding/models/model.service.js'
import { storedPictures } from '../../understanding/pictures/stored-pictures.service.js'
import { askJudge, type JudgeDeps } from './judge/ask-judge.js'
import { evaluateEvent } from './verdicts/evaluate-event.js'

/** Events that this node judges at once, and of one organisation. They ask PostgreSQL only. */
const judgedAtOnce = { concurrency: 4, perOrg: 2 }

/** Questions to judges at once. They wait for providers, which may hang. */
const askedAtOnce = 64

/** The worker that judges this node's share of the analysed events. */
export function createJudgementLoop(platform: Platform): WorkLoop {
  return fairLoop({
    ...platform,
    ...judgedAtOnce,
    workerId: platform.nodeId,
    table: 'rule_judgements',
    perform: (row) => evaluateEvent(platform, row),
  })
}

/** The worker that asks the judge what the predicates left in doubt. */
export function createJudgeLoop(
  platform: Platform,
  { models, mediaStore: store }: { models: Models; mediaStore: BlobStore },
): WorkLoop {
  const pictures: JudgeDeps['pictures'] = (orgId, eventId, atMost) =>
    storedPictures({ ...platform, store }, orgId, eventId, atMost).catch((error: unknown) => {
      // The judge has the words still: a store that is away keeps no verdict waiting.
      platform.log.warn({ err: error, orgId, eventId }, 'judge.pictures_unread')
      return []
    })
  return fairLoop({
    ...platform,
    workerId: platform.nodeId,
    table: 'rule_verdicts',
    concurrency: askedAtOnce,
    perOrg: platform.config.aiLimits.perOrg,
    perform: (row, signal) => askJudge({ ...platform, models, pictures }, row, signal),
  })
}
