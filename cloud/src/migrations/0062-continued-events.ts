import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/** Which event goes on from one is asked whenever that one is shown. Few go on from another. */
export async function online(steps: OnlineSteps): Promise<void> {
  await steps.index(
    'events_continuing',
    "events (org_id, (raw_data ->> 'continues')) where raw_data ->> 'continues' is not null",
  )
}
