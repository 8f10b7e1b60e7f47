import type { Database } from '../../platform/database/database.js'
import type { Db } from '../../platform/database/handles.js'
import type { Platform } from '../../platform/platform.js'
import {
  deleteOldRelays,
  findAnyRelay,
  findRelayEpoch,
  type RelayFacts,
  takeRelayEpoch,
} from './relay-presence.repository.js'

export type { RelayFacts } from './relay-presence.repository.js'

/** Takes the next epoch of a relay. Its older session ends wherever it is, at its next poll. */
export async function beginRelaySession({ database, nodeId }: Platform, relay: RelayFacts): Promise<number> {
  await deleteOldRelays(database.worker)
  return takeRelayEpoch(database.worker, nodeId, relay)
}

/** False once a newer session of the relay was begun. */
export async function isNewestSession(database: Database, relayId: string, epoch: number): Promise<boolean> {
  return (await findRelayEpoch(database.worker, relayId)) === epoch
}

/** Some relay that lives, for what any of them can do; undefined if there is none. */
export async function findLiveRelay(db: Db, { config }: Pick<Platform, 'config'>) {
  const row = await findAnyRelay(db, config.relayLeaseMs)
  if (!row) return undefined
  const { relay_id: relayId, node_id: nodeId, public_key: publicKey, capabilities } = row
  return { relayId, nodeId, publicKey, capabilities }
}
