import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** The ledger of what models were asked, and what that took and cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table model_calls (
      org_id uuid not null references organisations (id),
      id uuid not null,
      at timestamptz(3) not null default now(),
      purpose text not null check (purpose in ('analysis', 'triage', 'compile', 'judge', 'chat')),
      event_id uuid,
      provider text not null,
      model text not null,
      account text not null check (account in ('organisation', 'operator')),
      input_tokens integer check (input_tokens >= 0),
      output_tokens integer check (output_tokens >= 0),
      cost_usd numeric(14, 8) check (cost_usd >= 0),
      latency_ms integer not null check (latency_ms >= 0),
      outcome text not null,
      primary key (org_id, id),
      foreign key (org_id, event_id) references events (org_id, id) on delete set null (event_id)
    );
    create index model_calls_by_time on model_calls (org_id, at);
    create index model_calls_of_event on model_calls (org_id, event_id) where event_id is not null;`,
  )
  await protectTenantTable(db, 'model_calls', { grants: ['select', 'insert', 'delete'] })
}
