import type { Selectable } from 'kysely'
import type { Db } from '../platform/database/handles.js'
import type { MediaTable } from './media/media.table.js'

/** A clip or snapshot whose bytes are stored. */
export type EventMedium = Pick<
  Selectable<MediaTable>,
  'id' | 'kind' | 'content_type' | 'bytes' | 'sha256' | 'codec' | 'width' | 'height'
>

export function findStoredMedium(
  db: Db,
  orgId: string,
  eventId: string,
  kind: EventMedium['kind'],
): Promise<EventMedium | undefined> {
  return db
    .selectFrom('media')
    .select(['id', 'kind', 'content_type', 'bytes', 'sha256', 'codec', 'width', 'height'])
    .where('org_id', '=', orgId)
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('state', '=', 'ready')
    .executeTakeFirst()
}
