import type { BlobStore } from '../media/media.service.js'
import type { Models } from '../models/model.service.js'
import { storedPictures } from '../pictures/picture.service.js'
import { type ClaimedRow, WorkLoop } from '../platform/claim.js'
import type { WorkTableName } from '../platform/database/tables.js'
import { claimFairly } from '../platform/fair-claim.repository.js'
import { OrgPlaces } from '../platform/org-places.js'
import type { Platform } from '../platform/platform.js'
import { askJudge, type JudgeDeps } from './ask-judge.js'
import { judgeWaitingEvent } from './judge-waiting-event.js'

/** Events that this node judges at once. They ask PostgreSQL only. */
const judgedAtOnce = { inAll: 4, perOrg: 2 }

/** Questions to judges at once. They wait for providers, which may hang: one organisation's leave room for others. */
const askedAtOnce = { inAll: 64, perOrg: 4 }

/** The worker that judges this node's share of the analysed events. */
export function createJudgementLoop(platform: Platform): WorkLoop {
  return fairLoop(platform, 'rule_judgements', judgedAtOnce, (row) =>
    judgeWaitingEvent(platform, row, platform.nodeId),
  )
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
  return fairLoop(platform, 'rule_verdicts', askedAtOnce, (row, signal) =>
    askJudge({ ...platform, models, pictures }, row, platform.nodeId, signal),
  )
}

function fairLoop(
  platform: Platform,
  table: WorkTableName,
  { inAll, perOrg }: { inAll: number; perOrg: number },
  perform: (row: ClaimedRow, signal: AbortSignal) => Promise<void>,
): WorkLoop {
  const places = new OrgPlaces()
  return new WorkLoop({
    ...platform,
    workerId: platform.nodeId,
    table,
    concurrency: inAll,
    claim: async (options) => {
      const claim = { ...options, table, perOrg, taken: places.taken }
      const claimed = await claimFairly(platform.database.worker, claim)
      for (const row of claimed) places.take(row)
      return claimed
    },
    perform: (row, signal) => perform(row, signal).finally(() => places.release(row.id)),
  })
}
