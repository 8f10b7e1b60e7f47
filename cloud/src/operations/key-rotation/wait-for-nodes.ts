import { ConfigError } from '../../platform/config.js'
import type { Database } from '../../platform/database/database.js'
import { listLiveNodes } from '../../platform/process/node-presence.js'
import type { Clock } from '../../platform/time/clock.js'

/** Nodes poll their file for new keys every 5 s. */
const defaultWaitMs = 15_000

/**
 * Waits until every running node seals with this key. One that does not know it could open nothing that is sealed
 * anew; one that knows it and seals with another goes on making secrets of the old key.
 * @throws ConfigError that names a node and what to do
 */
export async function waitForNodes(
  { database, clock }: { database: Database; clock: Clock },
  keyId: string,
  withinMs = defaultWaitMs,
): Promise<void> {
  const giveUpAt = clock.monotonic() + withinMs
  for (;;) {
    const behind = (await listLiveNodes(database.worker)).find(({ key_ids: ids }) => ids[0] !== keyId)
    if (!behind) return
    if (clock.monotonic() >= giveUpAt) {
      throw new ConfigError(
        behind.key_ids.includes(keyId)
          ? `the running node ${behind.node_id} holds the key ${keyId}, but seals with ${behind.key_ids[0]}: put ${keyId} first in its MASTER_KEY as well, start it again, and repeat this`
          : `the running node ${behind.node_id} does not hold the key ${keyId}: add it to its MASTER_KEY, start it again, and repeat this`,
      )
    }
    await clock.delay(250)
  }
}
