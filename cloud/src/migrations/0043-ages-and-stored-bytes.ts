import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/**
 * The age of an event runs from when it was told, not from a stamp of its gateway; what an organisation stores is counted;
 * and what organisations took of the operator's models today is summed before each question (decision 0047).
 */
export async function online(steps: OnlineSteps): Promise<void> {
  for (const [name, on] of indexes) await steps.index(name, on)
  await createStoredBytes(steps)
  await steps.inEachOrganisation(countThoseBefore)
}

const indexes = [
  ['events_by_receipt', 'events (org_id, received_at, id) where deleted_at is null'],
  ['events_with_clip_by_receipt', `events (org_id, received_at, id) where clip_status = 'ready'`],
  ['events_deleted_by_receipt', 'events (org_id, received_at, id) where deleted_at is not null'],
  [
    'model_calls_of_operator',
    `model_calls (org_id, at) include (input_tokens, output_tokens, cost_usd) where account = 'operator'`,
  ],
] as const

/** The counter comes before the trigger that keeps it, and the trigger before what was there is counted. */
async function createStoredBytes(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create table if not exists stored_bytes (
      org_id uuid primary key references organisations (id) on delete cascade,
      -- Of all media that are there or announced, given up ones too until their bytes are gone.
      bytes bigint not null default 0
    );
    alter table stored_bytes enable row level security;
    alter table stored_bytes force row level security;
    drop policy if exists of_the_organisation on stored_bytes;
    create policy of_the_organisation on stored_bytes to sightline_app
      using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)
      with check (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
    grant select, insert, update, delete on stored_bytes to sightline_app;

    -- No row is as good as zero, so that what is added and what is taken away may come in any order.
    create or replace function count_stored_bytes() returns trigger language plpgsql as $$
    begin
      insert into stored_bytes (org_id, bytes)
      select org_id, case tg_op when 'INSERT' then sum(bytes) else -sum(bytes) end
      from changed group by org_id order by org_id
      on conflict (org_id) do update set bytes = stored_bytes.bytes + excluded.bytes;
      return null;
    end $$`)
  await steps.define(`
    create or replace trigger media_counted after insert on media referencing new table as changed
      for each statement execute function count_stored_bytes();
    create or replace trigger media_uncounted after delete on media referencing old table as changed
      for each statement execute function count_stored_bytes()`)
}

/** What the counter lacks of what its snapshot shows. Done again, it adds nothing. */
const countThoseBefore = `
  insert into stored_bytes (org_id, bytes)
  select id, there - counted from (
    select nullif(current_setting('app.org_id', true), '')::uuid as id,
      coalesce((select sum(bytes) from media), 0) as there,
      coalesce((select bytes from stored_bytes), 0) as counted
  ) as difference
  where there <> counted
  on conflict (org_id) do update set bytes = stored_bytes.bytes + excluded.bytes`
