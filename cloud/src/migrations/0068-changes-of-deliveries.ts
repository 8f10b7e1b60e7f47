import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'
import { openToForeignKeys } from './tenant-table.js'

/**
 * Deliveries to webhooks, and what comes to the inbox of a person: their changes are noted in `restricted_changes` from here on.
 * What goes because it is old is noted nowhere: it is much at once, and nobody waits for it.
 */
export async function online(steps: OnlineSteps): Promise<void> {
  for (const table of setOffByForeignKeys) await steps.define(openToForeignKeys(table))
  await noteDeliveries(steps)
  await noteInboxes(steps)
}

/** What triggers write as well when something is deleted that other rows name; those of the migrations before this one too. */
const setOffByForeignKeys = ['changes', 'restricted_changes', 'access_changes', 'alert_rule_revisions']

/** One event may be told to many webhooks: one statement notes them all. A lease, and its end, are seen by nobody. */
async function noteDeliveries(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace function note_new_deliveries() returns trigger language plpgsql as $$
    begin
      insert into restricted_changes (org_id, kind, change, id, at_least)
      select org_id, 'delivery', 'created', id, 'operator' from changed;
      return null;
    end $$;
    create or replace function note_delivery_change() returns trigger language plpgsql as $$
    begin
      insert into restricted_changes (org_id, kind, change, id, at_least)
      values (new.org_id, 'delivery', 'updated', new.id, 'operator');
      return null;
    end $$`)
  await steps.define(`
    create or replace trigger deliveries_noted after insert on webhook_deliveries referencing new table as changed
      for each statement execute function note_new_deliveries();
    create or replace trigger delivery_change_noted after update on webhook_deliveries for each row
      when (row(old.status, old.next_at, old.finished_at, old.redeliveries)
        is distinct from row(new.status, new.next_at, new.finished_at, new.redeliveries))
      execute function note_delivery_change()`)
}

/** A whole inbox may be read at once: of each person the newest twenty are noted, for all of it is read again anyway. */
async function noteInboxes(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace function note_inboxes() returns trigger language plpgsql as $$
    begin
      insert into restricted_changes (org_id, kind, change, id, user_id)
      select org_id, 'inbox', case tg_op when 'INSERT' then 'created' else 'updated' end, id, user_id
      from (select org_id, id, user_id, row_number() over (partition by user_id order by created_at desc, id) as place
        from changed) as told
      where place <= 20;
      return null;
    end $$`)
  await steps.define(`
    create or replace trigger inboxes_noted after insert on notifications referencing new table as changed
      for each statement execute function note_inboxes();
    create or replace trigger inbox_changes_noted after update on notifications referencing new table as changed
      for each statement execute function note_inboxes()`)
}
