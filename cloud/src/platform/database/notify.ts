import { sql } from 'kysely'
import type { LookupDb, Tx } from './handles.js'

/** What processes are notified about. A hint only: whoever listens also polls. */
export const notifyChannels = ['work', 'node', 'revoked', 'gateway', 'changes'] as const
export type NotifyChannel = (typeof notifyChannels)[number]

/** The channel as PostgreSQL knows it. */
export const pgChannel = (channel: string): string => `sightline_${channel}`

export interface NotifyMessage {
  readonly channel: NotifyChannel
  readonly payload: string
}

/** What each transaction has notified of so far; an entry goes with its transaction. */
const messagesOf = new WeakMap<Tx, NotifyMessage[]>()

/** Notifies all processes once the transaction has committed. Payloads have at most 7,000 bytes. */
export async function notify(tx: Tx, channel: NotifyChannel, payload: string): Promise<void> {
  await sql`select pg_notify(${pgChannel(channel)}, ${payload})`.execute(tx)
  messagesOf.get(tx)?.push({ channel, payload })
}

/** Notifies all processes at once, beside any transaction. Nobody waits for the disk: what is lost with it was a hint. */
export async function notifyNow(db: LookupDb, channel: NotifyChannel, payload: string): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${pgChannel(channel)}, ${payload})`.execute(
    db,
  )
}

/** Begins to collect what the transaction notifies of; the list is complete when its work is done. */
export function collectMessages(tx: Tx): readonly NotifyMessage[] {
  const messages: NotifyMessage[] = []
  messagesOf.set(tx, messages)
  return messages
}
