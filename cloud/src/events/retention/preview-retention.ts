import { mostPreviewed, type RetentionPreview, type RetentionPreviewQuery } from '@sightline/protocol'
import type { Caller } from '../../platform/caller.js'
import { missing } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { daysMs } from './ages.js'
import { type Candidates, countUnkept } from './candidates.repository.js'
import { findRetentionDays } from './retention-days.repository.js'

/**
 * What the daily removal would take away now if the organisation kept its clips and events for so many days: what is
 * starred or shared stays, as it does then. A clip goes with its event at the latest.
 * @returns at most 10,000 of each
 */
export async function previewRetention(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { orgId }: Pick<Caller, 'orgId'>,
  asked: RetentionPreviewQuery,
): Promise<RetentionPreview> {
  const db = database.serving('reads').forOrg(orgId)
  const set = await findRetentionDays(db, orgId)
  if (!set) throw missing('organisation')
  const clipDays = asked.clip_retention_days ?? set.clip_retention_days
  const eventDays = asked.event_retention_days ?? set.event_retention_days
  const now = new Date(clock.now())
  const before = (count: number): Date => new Date(now.getTime() - daysMs(count))
  const count = (candidates: Candidates) => countUnkept(db, orgId, candidates, { now, most: mostPreviewed })
  const [clips, events] = await Promise.all([
    count({ kind: 'with clip', before: before(Math.min(clipDays, eventDays)) }),
    count({ kind: 'listed', before: before(eventDays) }),
  ])
  return { clips, events }
}
