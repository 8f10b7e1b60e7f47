import type pg from 'pg'
import { systemClock } from '../time/clock.js'
import { createClient } from './clients/clients.js'
import { explainConnectError, refusePooler } from './clients/verify-client.js'
import type { DatabaseAddress } from './database-address.js'

/** What only one process at a time may do to a database. */
const locks = {
  migrate: 7_236_114_900_215,
  first_start: 7_236_114_900_216,
  rotate_keys: 7_236_114_900_217,
} as const

/** How often a lock is asked for that another has, milliseconds. */
const askAgainMs = 100

/**
 * Asks again and again. A statement that waits for the lock would hold a snapshot, for which an index that is made
 * concurrently by the holder waits in its turn.
 */
async function takeLock(client: pg.ClientBase, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lock,
    ])
    if (rows[0]?.taken === true) return
    await systemClock.delay(askAgainMs)
  }
}

/** Does `work` while no other process does work of this kind; the others wait. */
export async function withDatabaseLock<T>(
  address: DatabaseAddress,
  kind: keyof typeof locks,
  work: (owner: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = createClient({ connectionString: address.url, application_name: `sightline_${kind}` })
  await client.connect().catch((error: unknown) => {
    throw explainConnectError(error)
  })
  try {
    await refusePooler(client)
    await takeLock(client, locks[kind])
    return await work(client)
  } finally {
    await client.end()
  }
}
