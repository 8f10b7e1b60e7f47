import { sql } from 'kysely'
import type { Db, Tx, WorkerDb } from '../../../platform/database/handles.js'
import type { Boot } from '../handshake/boot-history.js'

/** A session of a gateway: the newest epoch is the live one. */
export interface SessionKey {
  readonly orgId: string
  readonly gatewayId: string
  readonly epoch: number
}

/** Takes the next epoch of a gateway: the session that has it is the live one, on whichever node it is. */
export async function takeEpoch(
  tx: Tx,
  session: { orgId: string; gatewayId: string; nodeId: string; bootId: string },
): Promise<{ epoch: number; boots: Boot[] }> {
  const begun = {
    node_id: session.nodeId,
    boot_id: session.bootId,
    connected_at: sql<Date>`now()`,
    seen_at: sql<Date>`now()`,
    closed_at: null,
  }
  const row = await tx
    .insertInto('gateway_sessions')
    .values({ org_id: session.orgId, gateway_id: session.gatewayId, epoch: 1, ...begun })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'gateway_id'])
        .doUpdateSet((eb) => ({ epoch: eb('gateway_sessions.epoch', '+', 1), ...begun })),
    )
    .returning(['epoch', 'recent_boots'])
    .executeTakeFirstOrThrow()
  return { epoch: row.epoch, boots: row.recent_boots }
}

export async function saveBoots(
  tx: Tx,
  orgId: string,
  gatewayId: string,
  boots: readonly Boot[],
): Promise<void> {
  await tx
    .updateTable('gateway_sessions')
    .set({ recent_boots: JSON.stringify(boots) })
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .execute()
}

/** The session was heard. False if a newer one took over, or this one was closed as silent. */
export async function touchSession(db: Db, { orgId, gatewayId, epoch }: SessionKey): Promise<boolean> {
  const row = await db
    .updateTable('gateway_sessions')
    .set({ seen_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('epoch', '=', epoch)
    .where('closed_at', 'is', null)
    .returning('epoch')
    .executeTakeFirst()
  return row !== undefined
}

/** Holds a session in place until the transaction ends. False if it is not the live one any more. */
export async function holdSession(tx: Tx, { orgId, gatewayId, epoch }: SessionKey): Promise<boolean> {
  const row = await tx
    .selectFrom('gateway_sessions')
    .select('epoch')
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('epoch', '=', epoch)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The newest epoch of a gateway. */
export async function findEpoch(db: Db, orgId: string, gatewayId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('gateway_sessions')
    .select('epoch')
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst()
  return row?.epoch
}

/** The node that holds the live session, if it was heard within the grace period. */
export async function findSessionNode(
  db: Db,
  orgId: string,
  gatewayId: string,
  graceMs: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('gateway_sessions')
    .select('node_id')
    .where('org_id', '=', orgId)
    .where('gateway_id', '=', gatewayId)
    .where('closed_at', 'is', null)
    .where('seen_at', '>', secondsAgo(graceMs))
    .executeTakeFirst()
  return row?.node_id ?? undefined
}

/** Sessions of all organisations in which nothing was heard for the grace period. */
export async function listSilentSessions(worker: WorkerDb, graceMs: number) {
  return worker
    .selectFrom('gateway_sessions')
    .select(['org_id', 'gateway_id', 'epoch'])
    .where('closed_at', 'is', null)
    .where('seen_at', '<=', secondsAgo(graceMs))
    .orderBy('seen_at')
    .limit(500)
    .execute()
}

/** Closes a session that is silent still. False if it was heard again, or another sweep was first. */
export async function closeSilentSession(
  tx: Tx,
  session: { org_id: string; gateway_id: string; epoch: number },
  graceMs: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('gateway_sessions')
    .set({ closed_at: sql<Date>`now()` })
    .where('org_id', '=', session.org_id)
    .where('gateway_id', '=', session.gateway_id)
    .where('epoch', '=', session.epoch)
    .where('closed_at', 'is', null)
    .where('seen_at', '<=', secondsAgo(graceMs))
    .returning('epoch')
    .executeTakeFirst()
  return row !== undefined
}

const secondsAgo = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000}::float8)`
