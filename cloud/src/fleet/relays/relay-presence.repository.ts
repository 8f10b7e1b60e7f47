import type { SealingKey } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db, WorkerDb } from '../../platform/database/handles.js'
import type { RelayTable } from './relay.table.js'

/** What a relay says of itself when a session begins. */
export interface RelayFacts {
  relayId: string
  bootId: string
  version: string
  capacity: number
  publicKey: SealingKey
  capabilities: readonly string[]
}

/** Takes the next epoch of a relay: the session that has it is the live one, on whichever node it is. */
export async function takeRelayEpoch(worker: WorkerDb, nodeId: string, relay: RelayFacts): Promise<number> {
  const begun = {
    node_id: nodeId,
    boot_id: relay.bootId,
    version: relay.version,
    capacity: relay.capacity,
    capabilities: [...relay.capabilities],
    public_key: JSON.stringify(relay.publicKey),
    connected_at: sql<Date>`now()`,
    seen_at: sql<Date>`now()`,
    closed_at: null,
  }
  const row = await worker
    .insertInto('relays')
    .values({ relay_id: relay.relayId, epoch: 1, ...begun })
    .onConflict((known) =>
      known.column('relay_id').doUpdateSet((eb) => ({ epoch: eb('relays.epoch', '+', 1), ...begun })),
    )
    .returning('epoch')
    .executeTakeFirstOrThrow()
  return row.epoch
}

/** Removes relays that were not heard for a month: a data folder that is gone never comes back. */
export async function deleteOldRelays(worker: WorkerDb): Promise<void> {
  await worker.deleteFrom('relays').where('seen_at', '<', sql<Date>`now() - interval '30 days'`).execute()
}

/** The session was heard. False if a newer one took over. */
export async function touchRelay(worker: WorkerDb, relayId: string, epoch: number): Promise<boolean> {
  const row = await worker
    .updateTable('relays')
    .set({ seen_at: sql<Date>`now()`, closed_at: null })
    .where('relay_id', '=', relayId)
    .where('epoch', '=', epoch)
    .returning('epoch')
    .executeTakeFirst()
  return row !== undefined
}

/** The newest epoch of a relay. */
export async function findRelayEpoch(worker: WorkerDb, relayId: string): Promise<number | undefined> {
  const row = await worker
    .selectFrom('relays')
    .select('epoch')
    .where('relay_id', '=', relayId)
    .executeTakeFirst()
  return row?.epoch
}

export async function closeRelay(worker: WorkerDb, relayId: string, epoch: number): Promise<void> {
  await worker
    .updateTable('relays')
    .set({ closed_at: sql<Date>`now()` })
    .where('relay_id', '=', relayId)
    .where('epoch', '=', epoch)
    .execute()
}

/** Relays that were heard within `withinMs`. */
export async function listLiveRelays(worker: WorkerDb, withinMs: number): Promise<string[]> {
  const rows = await worker
    .selectFrom('relays')
    .select('relay_id')
    .where('closed_at', 'is', null)
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${withinMs / 1000}::float8)`)
    .execute()
  return rows.map(({ relay_id }) => relay_id)
}

/** Some live relay, by chance, for what any of them can do. */
export async function findAnyRelay(
  db: Db,
  withinMs: number,
): Promise<
  (Pick<RelayTable, 'relay_id' | 'node_id'> & { public_key: SealingKey; capabilities: string[] }) | undefined
> {
  return db
    .selectFrom('relays')
    .select(['relay_id', 'node_id', 'public_key', 'capabilities'])
    .where('closed_at', 'is', null)
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${withinMs / 1000}::float8)`)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst()
}
