import type { Tx } from '../../platform/database/handles.js'
import { daysMs } from './ages.js'
import {
  beforeAll,
  type Candidates,
  listUnkept,
  lockCandidates,
  pageOfCandidates,
  type RetentionPosition,
} from './candidates.repository.js'
import { expireClips, removeEvents } from './removal.repository.js'
import type { RetentionDays } from './retention-days.repository.js'
import type { RetentionDeps, RetentionPass } from './retention-deps.js'

/** Events of one transaction. */
const batchSize = 200

/**
 * How far back events are read whose clip never came. A run reads them every day; further back, an earlier run has
 * dealt with them.
 */
const lookBackMs = daysMs(30)

/** Takes away the clips that are too old, and refuses those that would come now. */
export async function removeOldClips(
  deps: RetentionDeps,
  turn: RetentionPass,
  { clip_retention_days: days }: RetentionDays,
): Promise<void> {
  const before = new Date(turn.now.getTime() - daysMs(days))
  const from = new Date(before.getTime() - lookBackMs)
  const expiry: Removal = {
    kind: 'clip',
    work: (tx, ids) => expireClips(tx, turn.orgId, ids, turn.now),
  }
  await eachUnkept(deps, turn, { kind: 'with clip', before }, expiry)
  await eachUnkept(deps, turn, { kind: 'without clip yet', from, before }, expiry)
}

/** Removes the events that are too old, those too that are not listed. */
export async function removeOldEvents(
  deps: RetentionDeps,
  turn: RetentionPass,
  { event_retention_days: days }: RetentionDays,
): Promise<void> {
  const before = new Date(turn.now.getTime() - daysMs(days))
  const removal: Removal = {
    kind: 'event',
    work: async (tx, ids) => {
      await removeEvents(tx, turn.orgId, ids, turn.now)
      return ids.length
    },
  }
  await eachUnkept(deps, turn, { kind: 'listed', before }, removal)
  await eachUnkept(deps, turn, { kind: 'unlisted', before }, removal)
}

/** What is removed of the candidates. `work` answers how many of the kind it removed. */
interface Removal {
  readonly kind: 'clip' | 'event'
  readonly work: (tx: Tx, ids: string[]) => Promise<number>
}

/** Does the work for the candidates that nobody keeps, batch by batch, each in a transaction of its own. */
async function eachUnkept(
  { database }: RetentionDeps,
  { orgId, now, signal, removed }: RetentionPass,
  candidates: Candidates,
  { kind, work }: Removal,
): Promise<void> {
  for (let after = beforeAll; !signal.aborted; ) {
    const page = await pageOfCandidates(database.forOrg(orgId), orgId, candidates, {
      after,
      limit: batchSize,
    })
    const last = page.at(-1)
    if (!last) return
    const count = await database.inOrg(orgId, async (tx) => {
      const locked = await lockCandidates(
        tx,
        orgId,
        page.map(({ id }) => id),
      )
      const unkept = await listUnkept(tx, orgId, locked, now)
      return unkept.length > 0 ? work(tx, unkept) : 0
    })
    removed(kind, count)
    if (page.length < batchSize) return
    after = beyond(after, last)
  }
}

/** What is kept stays in the table: a position that stood still would hold up this organisation and all after it. */
function beyond(before: RetentionPosition, last: RetentionPosition): RetentionPosition {
  const isBeyond = last.at === before.at ? last.id > before.id : last.at > before.at
  if (!isBeyond) throw new Error(`retention does not get past the event ${last.id}`)
  return last
}
