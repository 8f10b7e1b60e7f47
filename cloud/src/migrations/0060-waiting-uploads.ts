import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/**
 * What waits on gateways for its upload and how much they record; and that telemetry which says something else to people is
 * noted in `changes`: by powers of two, by steps of five percent, and as the first of a session. What merely moves is not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table gateway_telemetry
      add column cpu_count integer,
      add column waiting_clips integer,
      add column waiting_mb double precision,
      add column waiting_oldest_at timestamptz,
      add column recorded_mb double precision,
      add column recorded_sec double precision;

    create function note_gateway_figures() returns trigger language plpgsql as $$
    begin
      insert into changes (org_id, kind, change, id, site_id)
      select org_id, 'gateway', 'updated', id, site_id from gateways
      where org_id = new.org_id and id = new.gateway_id and deleted_at is null;
      return null;
    end $$;
    create function told_of_figures(one gateway_telemetry) returns integer[] language sql immutable
    return array[floor(log(2, coalesce(one.waiting_clips, 0) + 1))::integer, (one.cpu_percent >= 90)::integer,
      one.cpu_count];
    create trigger gateway_figures_noted after insert on gateway_telemetry
      for each row execute function note_gateway_figures();
    create trigger gateway_figures_noted_of_changed after update on gateway_telemetry
      for each row when (told_of_figures(old) is distinct from told_of_figures(new)
        or old.reported_at < new.reported_at - interval '2 minutes')
      execute function note_gateway_figures();

    create function note_gateway_state() returns trigger language plpgsql as $$
    begin
      insert into changes (org_id, kind, change, id, site_id)
      values (new.org_id, 'gateway', 'updated', new.id, new.site_id);
      return null;
    end $$;
    create function told_of_state(one gateways) returns text[] language sql immutable
    return array[one.storage ->> 'level',
      floor((one.storage ->> 'free_mb')::numeric * 20 / nullif((one.storage ->> 'size_mb')::numeric, 0))::text,
      one.clock_synced::text, (abs(one.clock_offset_ms) >= 5000)::text,
      (one.diagnostics ? 'duplicate_identity')::text];
    create trigger gateway_state_noted after update of storage, clock_synced, clock_offset_ms, diagnostics on gateways
      for each row when (new.deleted_at is null and told_of_state(old) is distinct from told_of_state(new))
      execute function note_gateway_state();`,
  )
}
