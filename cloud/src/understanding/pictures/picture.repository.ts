import { isListed } from '../../events/event.table.js'
import type { MediaTable } from '../../events/media/media.table.js'
import type { Db } from '../../platform/database/handles.js'

/** What the pictures of an event are taken from. */
export interface PictureSource {
  readonly triggered_at: Date
  readonly clip_start_at: Date | null
  readonly media: readonly StoredMedium[]
}

interface StoredMedium {
  readonly id: string
  readonly kind: MediaTable['kind']
  readonly key: string
  readonly bytes: number
}

/** A listed event, with its stored clip and snapshot. */
export async function findPictureSource(
  db: Db,
  orgId: string,
  eventId: string,
): Promise<PictureSource | undefined> {
  const event = await db
    .selectFrom('events')
    .select(['triggered_at', 'clip_start_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', eventId)
    .where(isListed)
    .executeTakeFirst()
  if (!event) return undefined
  const media = await db
    .selectFrom('media')
    .select(['id', 'kind', 'key', 'bytes'])
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('kind', 'in', ['clip', 'snapshot'])
    .where('state', '=', 'ready')
    .execute()
  return { ...event, media }
}

/** A stored frame or snapshot. */
export interface StoredPicture {
  readonly id: string
  readonly kind: MediaTable['kind']
  readonly key: string
  readonly run_id: string | null
  readonly taken_at: Date | null
}

/** The stored frames and the snapshot of an event, what was stored last first. */
export function listStoredPictures(db: Db, orgId: string, eventId: string): Promise<StoredPicture[]> {
  return db
    .selectFrom('media')
    .select(['id', 'kind', 'key', 'run_id', 'taken_at'])
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('kind', 'in', ['snapshot', 'frame'])
    .where('state', '=', 'ready')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
