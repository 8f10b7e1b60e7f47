import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.js'
import type { MediaRow } from './upload.repository.js'

/** A medium as it is handed out. */
export type ServedMedia = Pick<
  MediaRow,
  'id' | 'event_id' | 'camera_id' | 'kind' | 'state' | 'key' | 'content_type' | 'bytes' | 'sha256'
> & {
  /** The camera's name now. */
  camera_name: string
  /** When its event was triggered, or else when it was made. */
  taken_at: Date
  /** Its event was deleted. */
  event_deleted: boolean
}

export async function findServedMedia(db: Db, orgId: string, id: string): Promise<ServedMedia | undefined> {
  const row = await db
    .selectFrom('media')
    .innerJoin('cameras', (join) =>
      join.onRef('cameras.org_id', '=', 'media.org_id').onRef('cameras.id', '=', 'media.camera_id'),
    )
    .leftJoin('events', (join) =>
      join.onRef('events.org_id', '=', 'media.org_id').onRef('events.id', '=', 'media.event_id'),
    )
    .select([
      'media.id',
      'media.event_id',
      'media.camera_id',
      'media.kind',
      'media.state',
      'media.key',
      'media.content_type',
      'media.bytes',
      'media.sha256',
      'media.created_at',
      'cameras.name as camera_name',
      'events.triggered_at',
      'events.deleted_at',
    ])
    .where('media.org_id', '=', orgId)
    .where('media.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { created_at: createdAt, triggered_at: triggeredAt, deleted_at: deletedAt, ...media } = row
  return { ...media, taken_at: triggeredAt ?? createdAt, event_deleted: deletedAt !== null }
}

/** The name of whom a link was given to. */
export async function findHolderName(
  db: Db,
  orgId: string,
  kind: 'user' | 'service_account',
  id: string,
): Promise<string | undefined> {
  const row =
    kind === 'user'
      ? await db
          .selectFrom('users')
          .select('display_name as name')
          .where('org_id', '=', orgId)
          .where('id', '=', id)
          .executeTakeFirst()
      : await db
          .selectFrom('service_accounts')
          .select('name')
          .where('org_id', '=', orgId)
          .where('id', '=', id)
          .executeTakeFirst()
  return row?.name
}

/** The bytes of a picture are stored: from here on it is shown. */
export async function markPictureReady(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx
    .updateTable('media')
    .set({ state: 'ready', ready_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

export async function markPictureDeleted(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx
    .updateTable('media')
    .set({ state: 'deleted', deleted_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}
