import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/** What became of notifying somebody by a message to their browsers. */
export async function online(steps: OnlineSteps): Promise<void> {
  await steps.define(`alter table notification_decisions add column if not exists push_id uuid`)
  await steps.constraint(
    'notification_decisions',
    'notification_decisions_channel_known',
    `check (channel in ('in_app', 'email', 'push'))`,
  )
  await steps.define(
    `alter table notification_decisions drop constraint if exists notification_decisions_channel_check`,
  )
  await steps.constraint(
    'notification_decisions',
    'notification_decisions_of_push',
    'foreign key (org_id, push_id) references outgoing_pushes (org_id, id) on delete set null (push_id)',
  )
  await steps.index(
    'notification_decisions_by_push',
    'notification_decisions (org_id, push_id) where push_id is not null',
  )
}
