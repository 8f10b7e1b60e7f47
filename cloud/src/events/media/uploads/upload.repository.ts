import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/handles.js'
import type { MediaTable, UploadTable } from '../media.table.js'

export type MediaRow = Selectable<MediaTable>

/** An upload and the medium that it brings. */
export type UploadRow = Pick<
  Selectable<UploadTable>,
  'id' | 'media_id' | 'gateway_id' | 'part_size' | 'part_count' | 'state'
> &
  Pick<MediaRow, 'event_id' | 'camera_id' | 'kind' | 'key' | 'bytes' | 'sha256'>

/** The medium of a kind that an event has, stored or under way. */
export function findMediaOf(
  tx: Tx,
  orgId: string,
  eventId: string,
  kind: MediaRow['kind'],
): Promise<MediaRow | undefined> {
  return tx
    .selectFrom('media')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('state', 'in', ['pending', 'ready'])
    .orderBy('state', 'desc')
    .executeTakeFirst()
}

export async function insertMedia(tx: Tx, media: Insertable<MediaTable>): Promise<void> {
  await tx.insertInto('media').values(media).execute()
}

export async function insertUpload(tx: Tx, upload: Insertable<UploadTable>): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute()
}

function uploads(db: Db, orgId: string) {
  return db
    .selectFrom('uploads')
    .innerJoin('media', (join) =>
      join.onRef('media.org_id', '=', 'uploads.org_id').onRef('media.id', '=', 'uploads.media_id'),
    )
    .select([
      'uploads.id',
      'uploads.media_id',
      'uploads.gateway_id',
      'uploads.part_size',
      'uploads.part_count',
      'uploads.state',
      'media.event_id',
      'media.camera_id',
      'media.kind',
      'media.key',
      'media.bytes',
      'media.sha256',
    ])
    .where('uploads.org_id', '=', orgId)
    .where('media.org_id', '=', orgId)
}

export function findUpload(db: Db, orgId: string, id: string): Promise<UploadRow | undefined> {
  return uploads(db, orgId).where('uploads.id', '=', id).executeTakeFirst()
}

/** The newest upload of a medium that was not given up. */
export function findUploadOf(tx: Tx, orgId: string, mediaId: string): Promise<UploadRow | undefined> {
  return uploads(tx, orgId)
    .where('uploads.media_id', '=', mediaId)
    .where('uploads.state', '!=', 'abandoned')
    .orderBy('uploads.created_at', 'desc')
    .executeTakeFirst()
}

export function lockUpload(tx: Tx, orgId: string, id: string): Promise<UploadRow | undefined> {
  return uploads(tx, orgId).where('uploads.id', '=', id).forUpdate().executeTakeFirst()
}

/** The numbers of the parts that have arrived. */
export async function listPartNumbers(db: Db, orgId: string, uploadId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('upload_parts')
    .select('number')
    .where('org_id', '=', orgId)
    .where('upload_id', '=', uploadId)
    .execute()
  return rows.map(({ number }) => number)
}

export async function savePart(
  db: Db,
  orgId: string,
  uploadId: string,
  part: { number: number; bytes: number },
): Promise<void> {
  await db
    .insertInto('upload_parts')
    .values({ org_id: orgId, upload_id: uploadId, ...part })
    .onConflict((conflict) => conflict.columns(['org_id', 'upload_id', 'number']).doNothing())
    .execute()
}

/** Forgets the parts of an upload: those that arrived, and may lie in the store until this. */
export async function forgetParts(db: Db, orgId: string, uploadId: string): Promise<void> {
  await db.deleteFrom('upload_parts').where('org_id', '=', orgId).where('upload_id', '=', uploadId).execute()
}

/** Gives up an upload whose medium is brought by another one. */
export async function abandonUpload(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ state: 'abandoned' })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** The uploads of a medium that were given up: parts of them may lie there. */
export async function listAbandonedUploads(db: Db, orgId: string, mediaId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('org_id', '=', orgId)
    .where('media_id', '=', mediaId)
    .where('state', '=', 'abandoned')
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives up a medium under way, for the same event brings other bytes. @returns the ids of its uploads */
export async function abandonMedia(tx: Tx, orgId: string, mediaId: string, now: Date): Promise<string[]> {
  const givenUp = await tx
    .updateTable('uploads')
    .set({ state: 'abandoned' })
    .where('org_id', '=', orgId)
    .where('media_id', '=', mediaId)
    .where('state', '=', 'open')
    .returning('id')
    .execute()
  await tx
    .updateTable('media')
    .set({ state: 'deleted', deleted_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', mediaId)
    .execute()
  return givenUp.map(({ id }) => id)
}

/** The medium of an upload is there. @returns false if it was given up meanwhile, as one that retention removed */
export async function markStored(tx: Tx, orgId: string, upload: UploadRow, now: Date): Promise<boolean> {
  const medium = await tx
    .updateTable('media')
    .set({ state: 'ready', ready_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', upload.media_id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (!medium) return false
  await tx
    .updateTable('uploads')
    .set({ state: 'complete', completed_at: now })
    .where('org_id', '=', orgId)
    .where('id', '=', upload.id)
    .execute()
  return true
}
