import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/** Pictures out of clips that analyses looked at: media of their own kind, with the run whose they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table media
      drop constraint media_kind_check,
      add constraint media_kind_check check (kind in ('clip', 'snapshot', 'frame')),
      add column run_id uuid,
      add column taken_at timestamptz,
      add constraint media_frame_check check ((kind = 'frame') = (run_id is not null and taken_at is not null));
    -- Frames whose bytes never came: few at any time.
    create index media_unfinished_frames on media (org_id, created_at) where kind = 'frame' and state = 'pending';`,
  )
}
