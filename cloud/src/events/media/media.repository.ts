import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/handles.js'
import { isListed } from '../event.table.js'
import type { MediaTable } from './media.table.js'
import type { MediaRow } from './uploads/upload.repository.js'

/** A medium as it is handed out. */
type ServedMedia = Pick<
  MediaRow,
  'id' | 'event_id' | 'camera_id' | 'kind' | 'state' | 'key' | 'content_type' | 'bytes' | 'sha256'
> & {
  /** The camera's name now. */
  camera_name: string
  /** What a frame shows; else when its event was triggered, or else when it was made. */
  taken_at: Date
  /** Its event was deleted, or is not visible. False where it has none. */
  event_unlisted: boolean
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
      'media.taken_at',
      'cameras.name as camera_name',
      'events.triggered_at',
      sql<boolean>`events.id is not null and not ${isListed}`.as('event_unlisted'),
    ])
    .where('media.org_id', '=', orgId)
    .where('media.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { created_at: createdAt, triggered_at: triggeredAt, taken_at: takenAt, ...media } = row
  return { ...media, taken_at: takenAt ?? triggeredAt ?? createdAt }
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

/** The newest preview of an event whose bytes are stored. */
export function findStoredPreview(
  db: Db,
  orgId: string,
  eventId: string,
): Promise<Pick<MediaRow, 'id' | 'width' | 'height' | 'offsets_ms'> | undefined> {
  return db
    .selectFrom('media')
    .select(['id', 'width', 'height', 'offsets_ms'])
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('kind', '=', 'preview')
    .where('state', '=', 'ready')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A listed event whose clip is stored, locked against retention until the transaction ends. */
export async function lockClipOf(
  tx: Tx,
  orgId: string,
  eventId: string,
): Promise<{ camera_id: string; site_id: string } | undefined> {
  // Retention locks events before it takes their clips: whoever comes second sees what the first did.
  const event = await tx
    .selectFrom('events')
    .select(['camera_id', 'site_id', 'clip_status'])
    .where('org_id', '=', orgId)
    .where('id', '=', eventId)
    .where(isListed)
    .forShare()
    .executeTakeFirst()
  if (event?.clip_status !== 'ready') return undefined
  return { camera_id: event.camera_id, site_id: event.site_id }
}

/** Gives up what an earlier attempt of a run stored. */
export async function giveUpFrames(tx: Tx, orgId: string, eventId: string, runId: string): Promise<void> {
  await tx
    .updateTable('media')
    .set({ state: 'deleted', deleted_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('kind', '=', 'frame')
    .where('run_id', '=', runId)
    .where('state', '!=', 'deleted')
    .execute()
}

export async function insertFrames(tx: Tx, frames: readonly Insertable<MediaTable>[]): Promise<void> {
  await tx
    .insertInto('media')
    .values([...frames])
    .execute()
}

/** The bytes of frames are stored. @returns how many of them were not given up meanwhile */
export async function markFramesReady(tx: Tx, orgId: string, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ state: 'ready', ready_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
