import type { Kysely } from 'kysely'
import { run } from './tenant-table.js'

/** Mails that hold a link by which somebody gets in wait sealed; and mails are claimed organisation by organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `alter table outgoing_mail
      add column sealed_text bytea,
      add column sealed_text_key_id text,
      add check ((sealed_text is null) = (sealed_text_key_id is null));
    create index outgoing_mail_due on outgoing_mail (org_id, next_at) where status = 'pending';
    drop index outgoing_mail_waiting;`,
  )
}
