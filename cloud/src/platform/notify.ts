import { sql } from 'kysely'
import pg from 'pg'
import type { Clock } from './clock.js'
import { clientConfig, type DatabaseAddress, type Tx } from './database/database.js'
import { noteTold } from './database/told.js'
import type { Log } from './log.js'

/** What is told between processes. A hint only: whoever listens also looks for itself. */
export type Channel = 'work' | 'node' | 'revoked' | 'gateway'

export interface Listener {
  /** Calls `heard` for each message on the channel; the returned function ends that. */
  on(channel: Channel, heard: (payload: string) => void): () => void
  /** Calls `changed` when the connection is lost (false) and when it is back (true). */
  onConnection(changed: (connected: boolean) => void): () => void
  /** False while messages may be missed: caches that live by them must not be used. */
  readonly connected: boolean
  /** Keeps the connection until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

/** Tells all processes once the transaction has committed. Payloads have at most 7,000 bytes. */
export async function notify(tx: Tx, channel: Channel, payload: string): Promise<void> {
  await sql`select pg_notify(${pgChannel(channel)}, ${payload})`.execute(tx)
  noteTold(tx, { channel, payload })
}

const channels: readonly Channel[] = ['work', 'node', 'revoked', 'gateway']
const pgChannel = (channel: Channel): string => `sightline_${channel}`

export function createListener(
  address: DatabaseAddress,
  { clock, log }: { clock: Clock; log: Log },
): Listener {
  const heardBy = new Map<string, Set<(payload: string) => void>>()
  const watchers = new Set<(connected: boolean) => void>()
  let connected = false
  const setConnected = (now: boolean) => {
    if (connected === now) return
    connected = now
    for (const watcher of watchers) watcher(now)
  }

  /** One connection, from LISTEN to its loss. Fails with the reason. */
  async function runOnce(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      ...clientConfig(address, 'sightline_app'),
      connectionTimeoutMillis: 10_000,
    })
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection ended')))
      signal.addEventListener('abort', () => reject(new Error('stopped', { cause: signal.reason })), {
        once: true,
      })
    })
    // Whoever loses the race below is answered here, so that nothing is left unhandled.
    lost.catch(() => {})
    client.on('notification', ({ channel, payload }) => {
      for (const heard of heardBy.get(channel) ?? []) heard(payload ?? '')
    })
    try {
      await Promise.race([client.connect(), lost])
      await client.query(channels.map((channel) => `listen ${pgChannel(channel)}`).join('; '))
      setConnected(true)
      await lost
    } finally {
      setConnected(false)
      await client.end().catch(() => {})
    }
  }

  return {
    get connected() {
      return connected
    },
    on(channel, heard) {
      const set = heardBy.get(pgChannel(channel)) ?? new Set()
      heardBy.set(pgChannel(channel), set.add(heard))
      return () => set.delete(heard)
    },
    onConnection(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    async run(signal) {
      for (let failures = 0; !signal.aborted; ) {
        const since = clock.monotonic()
        try {
          await runOnce(signal)
        } catch (error) {
          if (signal.aborted) return
          failures = clock.monotonic() - since > 10_000 ? 0 : failures + 1
          log.warn({ err: error }, 'database.listener_lost')
          await clock.delay(Math.min(5_000, 100 * 2 ** failures), { signal }).catch(() => {})
        }
      }
    },
  }
}
