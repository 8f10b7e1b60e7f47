import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Which node a watched stream comes to, how nodes reach each other, and what relays can do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table live_streams (
      org_id uuid not null,
      camera_id uuid not null,
      stream text not null check (stream in ('main', 'sub')),
      rendition text not null check (rendition in ('source', 'mpeg1', 'jpeg')),
      -- The node that asks for the stream, and that the others get it from.
      node_id text not null,
      -- Of its newest live.start.
      live_id uuid not null,
      primary key (org_id, camera_id, stream, rendition),
      foreign key (org_id, camera_id) references cameras (org_id, id) on delete cascade
    );
    create index live_streams_by_live_id on live_streams (live_id);

    -- A media socket may come to another node than the one that waits for it, and names no organisation.
    create policy found_by_workers on live_streams for select to sightline_worker using (true);
    grant select (live_id, node_id) on live_streams to sightline_worker;

    -- Where other nodes reach it (NODE_URL); null: nowhere.
    alter table nodes add column url text;

    alter table relays add column capabilities text[] not null default '{}';`,
  )
  await protectTenantTable(db, 'live_streams')
}
