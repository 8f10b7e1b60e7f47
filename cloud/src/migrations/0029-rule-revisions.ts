import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Which state an organisation's alert rules are in, so that a node knows whether the index that it made still holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table alert_rule_revisions (
      org_id uuid primary key references organisations (id) on delete cascade,
      -- Drawn anew with every change: one that was rolled back never comes again with other rules.
      revision uuid not null
    );
    create function revise_alert_rules() returns trigger language plpgsql as $$
      begin
        insert into alert_rule_revisions (org_id, revision)
        values (coalesce(new.org_id, old.org_id), gen_random_uuid())
        on conflict (org_id) do update set revision = excluded.revision;
        return null;
      end $$;
    -- Whoever changes a rule, and by whatever statement.
    create trigger alert_rules_revised after insert or update or delete on alert_rules
      for each row execute function revise_alert_rules();
    -- The owner of forced tables sees no row of them, unless it is a superuser.
    alter table alert_rules no force row level security;
    insert into alert_rule_revisions (org_id, revision)
      select org_id, gen_random_uuid() from alert_rules group by org_id;
    alter table alert_rules force row level security;`,
  )
  await protectTenantTable(db, 'alert_rule_revisions')
}
