import type { Database, Db } from '../platform/database/database.js'
import type { Platform } from '../platform/platform.js'
import {
  findAnyRelay,
  findRelayEpoch,
  forgetOldRelays,
  type RelayFacts,
  takeRelayEpoch,
} from './relay-session.repository.js'

export type { RelayFacts } from './relay-session.repository.js'

/** Takes the next epoch of a relay. Its older session ends wherever it is, at its next look. */
export async function beginRelaySession({ database, nodeId }: Platform, relay: RelayFacts): Promise<number> {
  await forgetOldRelays(database.worker)
  return takeRelayEpoch(database.worker, nodeId, relay)
}

/** False once a newer session of the relay was begun. */
export async function isNewestSession(database: Database, relayId: string, epoch: number): Promise<boolean> {
  return (await findRelayEpoch(database.worker, relayId)) === epoch
}

/** Some relay that lives, for what any of them can do; undefined if there is none. */
export async function findSomeRelay(db: Db, { config }: Pick<Platform, 'config'>) {
  const row = await findAnyRelay(db, config.relayLeaseMs)
  return row && { relayId: row.relay_id, nodeId: row.node_id, publicKey: row.public_key }
}
