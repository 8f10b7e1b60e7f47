import type { Tx } from '../platform/database/database.js'
import { daysMs } from './ages.js'
import {
  beforeAll,
  type Candidates,
  listUnkept,
  lockCandidates,
  pageOfCandidates,
} from './candidates.repository.js'
import { expireClips, removeEvents } from './removal.repository.js'
import type { RetentionDays } from './retention-days.repository.js'
import type { RetentionDeps, Turn } from './retention-deps.js'

/** Events of one transaction. */
const batchSize = 200

/**
 * How far back events are looked at whose clip never came. A run looks every day; further back, an earlier run has
 * dealt with them.
 */
const lookBackMs = daysMs(30)

/** Takes away the clips that are too old, and refuses those that would come now. @returns how many clips */
export async function removeOldClips(
  deps: RetentionDeps,
  turn: Turn,
  { clip_retention_days: days }: RetentionDays,
): Promise<number> {
  const before = new Date(turn.now.getTime() - daysMs(days))
  const from = new Date(before.getTime() - lookBackMs)
  let clips = 0
  const expire = async (tx: Tx, ids: string[]) => {
    clips += await expireClips(tx, turn.orgId, ids, turn.now)
  }
  await eachUnkept(deps, turn, { kind: 'with clip', before }, expire)
  await eachUnkept(deps, turn, { kind: 'without clip yet', from, before }, expire)
  return clips
}

/** Removes the events that are too old, those too that somebody deleted. @returns how many events */
export async function removeOldEvents(
  deps: RetentionDeps,
  turn: Turn,
  { event_retention_days: days }: RetentionDays,
): Promise<number> {
  const before = new Date(turn.now.getTime() - daysMs(days))
  let events = 0
  const remove = async (tx: Tx, ids: string[]) => {
    await removeEvents(tx, turn.orgId, ids, turn.now)
    events += ids.length
  }
  await eachUnkept(deps, turn, { kind: 'shown', before }, remove)
  await eachUnkept(deps, turn, { kind: 'deleted', before }, remove)
  return events
}

/** Does `work` for the candidates that nobody keeps, batch by batch, each in a transaction of its own. */
async function eachUnkept(
  { database }: RetentionDeps,
  { orgId, now, signal }: Turn,
  candidates: Candidates,
  work: (tx: Tx, ids: string[]) => Promise<void>,
): Promise<void> {
  for (let after = beforeAll; !signal.aborted; ) {
    const page = await pageOfCandidates(database.forOrg(orgId), orgId, candidates, after, batchSize)
    const last = page.at(-1)
    if (!last) return
    await database.inOrg(orgId, async (tx) => {
      const locked = await lockCandidates(
        tx,
        orgId,
        page.map(({ id }) => id),
      )
      const unkept = await listUnkept(tx, orgId, locked, now)
      if (unkept.length > 0) await work(tx, unkept)
    })
    after = last
  }
}
