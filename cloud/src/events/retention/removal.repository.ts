import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/handles.js'
import { isListed } from '../event.table.js'

/**
 * Takes the clips of events away, and the pictures out of them: the events stay and say so.
 * @returns how many clips that were
 */
export async function expireClips(tx: Tx, orgId: string, ids: readonly string[], now: Date): Promise<number> {
  await sql`update events set clip_status = 'expired'
    where org_id = ${orgId} and id = any(${[...ids]}::uuid[])`.execute(tx)
  const { rows } = await sql<{ kind: string }>`update media set state = 'deleted', deleted_at = ${now}
    where org_id = ${orgId} and event_id = any(${[...ids]}::uuid[]) and kind in ('clip', 'frame', 'preview')
      and state <> 'deleted'
    returning kind`.execute(tx)
  return rows.filter(({ kind }) => kind === 'clip').length
}

/**
 * Removes events. Their media stay as tombstones until the bytes are gone; alerts and notifications stay without them;
 * what was listed leaves the totals. The caller holds their locks.
 */
export async function removeEvents(tx: Tx, orgId: string, ids: readonly string[], now: Date): Promise<void> {
  const given = sql`${[...ids]}::uuid[]`
  await sql`update media set state = 'deleted', deleted_at = coalesce(deleted_at, ${now}), event_id = null
    where org_id = ${orgId} and event_id = any(${given})`.execute(tx)
  // In the order in which all take them, before any is moved.
  await sql`select from event_counts as counted
    where org_id = ${orgId} and (site_id, event_category) in (
      select site_id, event_category from events
      where org_id = ${orgId} and id = any(${given}) and ${isListed})
    order by site_id, event_category for update`.execute(tx)
  await sql`update event_counts as counted set count = counted.count - gone.count
    from (
      select site_id, event_category, count(*) from events
      where org_id = ${orgId} and id = any(${given}) and ${isListed}
      group by site_id, event_category
    ) as gone
    where counted.org_id = ${orgId} and counted.site_id = gone.site_id
      and counted.event_category = gone.event_category`.execute(tx)
  await sql`delete from events where org_id = ${orgId} and id = any(${given})`.execute(tx)
}

/** Gives up media of events that somebody deleted; those that are not visible have none. @returns how many, at most `limit` */
export async function dropMediaOfDeleted(tx: Tx, orgId: string, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ event_id: string }>`
    update media set state = 'deleted', deleted_at = ${now}
    where org_id = ${orgId} and id in (
      select media.id from events join media on media.org_id = ${orgId} and media.event_id = events.id
      where events.org_id = ${orgId} and events.deleted_at is not null
        and media.state <> 'deleted'
      limit ${limit})
    returning event_id`.execute(tx)
  if (rows.length === 0) return 0
  await sql`update events set snapshot_id = null
    where org_id = ${orgId} and id = any(${rows.map((row) => row.event_id)}::uuid[])`.execute(tx)
  return rows.length
}

/** What else is given up at `now`, and when it was made at the latest. */
interface Overdue {
  readonly now: Date
  /** Pictures that belong to no event. */
  readonly picture: Date
  /** Media that never became ready and have no open upload. */
  readonly unfinished: Date
  /** Previews of clips: they are made again when somebody asks. */
  readonly preview: Date
}

/** Gives up pictures without an event and previews that are old, and those, frames too, whose bytes never came. */
export async function dropPictures(
  tx: Tx,
  orgId: string,
  { now, picture, unfinished, preview }: Overdue,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    update media set state = 'deleted', deleted_at = ${now}
    where org_id = ${orgId} and id in (
      select id from media
      where org_id = ${orgId} and event_id is null and state <> 'deleted'
        and (created_at < ${picture} or (state = 'pending' and created_at < ${unfinished}))
      union all
      select id from media
      where org_id = ${orgId} and kind = 'frame' and state = 'pending' and created_at < ${unfinished}
      union all
      select id from media
      where org_id = ${orgId} and kind = 'preview' and state <> 'deleted'
        and created_at < (case state when 'pending' then ${unfinished}::timestamptz else ${preview}::timestamptz end)
      limit ${limit})
    returning id`.execute(tx)
  return rows.length
}

/** Gives up uploads of which nothing has arrived since `silentSince`, and their media. */
export async function abandonUploads(
  tx: Tx,
  orgId: string,
  { silentSince, now }: { readonly silentSince: Date; readonly now: Date },
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ media_id: string }>`
    update uploads set state = 'abandoned'
    where org_id = ${orgId} and id in (
      select id from uploads as upload
      where org_id = ${orgId} and state = 'open' and created_at < ${silentSince}
        and not exists (select from upload_parts as part
          where part.org_id = upload.org_id and part.upload_id = upload.id and part.received_at >= ${silentSince})
      limit ${limit} for update skip locked)
    returning media_id`.execute(tx)
  await sql`update media set state = 'deleted', deleted_at = ${now}
    where org_id = ${orgId} and id = any(${rows.map((row) => row.media_id)}::uuid[])
      and state = 'pending'`.execute(tx)
  return rows.length
}

/** Uploads that completed before, and whose parts may still lie beside the whole: they could not be dropped then. */
export async function pageOfLeftParts(
  db: Db,
  orgId: string,
  completedBefore: Date,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads as upload
    where org_id = ${orgId} and state = 'complete' and completed_at < ${completedBefore} and id > ${after}
      and exists (select from upload_parts as part where part.org_id = upload.org_id and part.upload_id = upload.id)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The parts of an upload are gone. */
export async function forgetLeftParts(db: Db, orgId: string, uploadId: string): Promise<void> {
  await db.deleteFrom('upload_parts').where('org_id', '=', orgId).where('upload_id', '=', uploadId).execute()
}

/** A medium that was given up and whose bytes may still be there. */
interface Tombstone {
  readonly id: string
  readonly key: string
  /** Its uploads, whose parts may still be there. */
  readonly upload_ids: readonly string[]
}

/**
 * Media that were given up: at once if they were ready, else from `unfinishedBefore` on, since an upload that was about
 * to end may still write.
 */
export async function pageOfTombstones(
  db: Db,
  orgId: string,
  unfinishedBefore: Date,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Tombstone[]> {
  const { rows } = await sql<Tombstone>`
    select id, key, array(
      select upload.id from uploads as upload where upload.org_id = media.org_id and upload.media_id = media.id
    ) as upload_ids
    from media
    where org_id = ${orgId} and state = 'deleted' and (ready_at is not null or deleted_at < ${unfinishedBefore})
      and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Forgets a medium whose bytes are gone, with its uploads. */
export async function forgetMedium(db: Db, orgId: string, id: string): Promise<void> {
  await db.deleteFrom('media').where('org_id', '=', orgId).where('id', '=', id).execute()
}
