import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/** Small pictures of a clip in one image: a kind of medium, which is kept for some days and can be made again. */
export async function online(steps: OnlineSteps): Promise<void> {
  // Where in the clip each picture of a preview is, milliseconds.
  await steps.define('alter table media add column if not exists offsets_ms integer[]')
  await steps.constraint(
    'media',
    'media_kind_known',
    "check (kind in ('clip', 'snapshot', 'frame', 'preview'))",
  )
  await steps.constraint(
    'media',
    'media_preview_has_offsets',
    "check ((kind = 'preview') = (offsets_ms is not null))",
  )
  await steps.define('alter table media drop constraint if exists media_kind_check')
  await steps.index('media_previews', "media (org_id, created_at) where kind = 'preview'")
}
