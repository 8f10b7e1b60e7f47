import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Keys of an organisation's AI providers, sealed, and the ways in which its audit log is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table ai_provider_keys (
      org_id uuid not null references organisations (id),
      id uuid not null,
      provider text not null,
      secret bytea not null,
      secret_key_id text not null,
      created_at timestamptz(3) not null default now(),
      primary key (org_id, id),
      unique (org_id, provider)
    );
    create index audit_log_of_actor on audit_log (org_id, actor_id, at desc, id desc);
    create index audit_log_of_action on audit_log (org_id, action, at desc, id desc);
    create index users_by_age on users (org_id, created_at, id);`,
  )
  await protectTenantTable(db, 'ai_provider_keys')
}
