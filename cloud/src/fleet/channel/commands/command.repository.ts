import type { CameraLease } from '@sightline/protocol'
import { sql } from 'kysely'
import type { Db, Tx, WorkerDb } from '../../../platform/database/handles.js'
import { fromNow } from '../../../platform/database/instant.js'

/** Whom a command is for: a gateway, or a relay, about a camera that it holds or about none. */
export type Recipient =
  | { kind: 'gateway'; gatewayId: string }
  | { kind: 'relay'; relayId: string; lease: CameraLease | undefined }

interface NewCommand {
  orgId: string
  id: string
  recipient: Recipient
  nodeId: string
  type: string
  body: unknown
  deadlineMs: number
}

/** A command for the node that holds the recipient's socket. Old rows of the recipient go at the same time. */
export async function insertCommand(tx: Tx, command: NewCommand): Promise<void> {
  const { recipient } = command
  const to =
    recipient.kind === 'gateway'
      ? { gateway_id: recipient.gatewayId, relay_id: null, lease: null }
      : {
          gateway_id: null,
          relay_id: recipient.relayId,
          lease: recipient.lease ? JSON.stringify(recipient.lease) : null,
        }
  await tx
    .deleteFrom('gateway_commands')
    .where('org_id', '=', command.orgId)
    .where((eb) =>
      recipient.kind === 'gateway'
        ? eb('gateway_id', '=', recipient.gatewayId)
        : eb('relay_id', 'is not', null),
    )
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
  await tx
    .insertInto('gateway_commands')
    .values({
      org_id: command.orgId,
      id: command.id,
      ...to,
      node_id: command.nodeId,
      type: command.type,
      body: JSON.stringify(command.body),
      deadline: fromNow(command.deadlineMs),
    })
    .execute()
}

/** Commands that wait for a node, of all organisations. */
export async function listWaitingCommands(worker: WorkerDb, nodeId: string) {
  return worker
    .selectFrom('gateway_commands')
    .select(['org_id', 'id'])
    .where('node_id', '=', nodeId)
    .where('status', '=', 'pending')
    .where('deadline', '>', sql<Date>`now()`)
    .orderBy('created_at')
    .limit(200)
    .execute()
}

/** Takes a command to carry it out: exactly one caller gets it, and none after its deadline. */
export async function claimCommand(db: Db, orgId: string, id: string) {
  return db
    .updateTable('gateway_commands')
    .set({ status: 'sent' })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('deadline', '>', sql<Date>`now()`)
    .returning([
      'gateway_id',
      'relay_id',
      'lease',
      'type',
      'body',
      sql<number>`(extract(epoch from deadline - now()) * 1000)::float8`.as('left_ms'),
    ])
    .executeTakeFirst()
}

/** Keeps the one result of a command. A result after the asking node gave up is dropped. */
export async function finishCommand(tx: Tx, orgId: string, id: string, result: unknown): Promise<void> {
  await tx
    .updateTable('gateway_commands')
    .set({ status: 'done', result: JSON.stringify(result), finished_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .execute()
}

/** The result, if it is there. */
export async function findResult(
  db: Db,
  orgId: string,
  id: string,
): Promise<{ result: unknown } | undefined> {
  return db
    .selectFrom('gateway_commands')
    .select('result')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'done')
    .executeTakeFirst()
}

/** Gives a command up and answers how far it had come, with a result that came at the last moment. */
export async function expireCommand(tx: Tx, orgId: string, id: string) {
  const row = await tx
    .selectFrom('gateway_commands')
    .select(['status', 'result'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row && row.status !== 'done') {
    await tx
      .updateTable('gateway_commands')
      .set({ status: 'expired', finished_at: sql<Date>`now()` })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute()
  }
  return row
}
