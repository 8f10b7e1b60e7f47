import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '../log.js'
import type { Clock } from '../time/clock.js'
import { clientConfig } from './clients/client-config.js'
import { createClient } from './clients/clients.js'
import { verifyClient } from './clients/verify-client.js'
import type { DatabaseAddress } from './database-address.js'
import { type NotifyChannel, notifyChannels, pgChannel } from './notify.js'

export interface Listener {
  /** Calls `heard` for each message on the channel; the returned function ends that. */
  on(channel: NotifyChannel, heard: (payload: string) => void): () => void
  /** Calls `changed` when the connection is lost (false) and when it is back (true). */
  onConnection(changed: (connected: boolean) => void): () => void
  /** False while messages may be missed: caches that live by them must not be used. */
  readonly connected: boolean
  /** Keeps the connection until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

/** How often a listening connection is asked whether it still hears, and how long it has to answer, milliseconds. */
const beat = { everyMs: 10_000, withinMs: 3_000 }

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
    const client = createClient({
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
    const over = new AbortController()
    const itself = pgChannel(`beat_${randomUUID().replaceAll('-', '')}`)
    try {
      await Promise.race([connect(client, itself), lost])
      await Promise.race([within(beat.withinMs, () => hears(client, itself)), lost])
      setConnected(true)
      await Promise.race([keepAsking(client, itself, over.signal), lost])
    } finally {
      over.abort()
      setConnected(false)
      // A server that does not answer says no goodbye either.
      void client.end().catch(() => {})
    }
  }

  async function connect(client: pg.Client, itself: string): Promise<void> {
    await client.connect()
    await verifyClient(client, 'sightline_app')
    await client.query(
      [...notifyChannels.map(pgChannel), itself].map((channel) => `listen ${channel}`).join('; '),
    )
  }

  /** Ends with the reason when the connection does not hear itself any more: a connection that has gone deaf shows it in no other way. */
  async function keepAsking(client: pg.Client, itself: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await clock.delay(beat.everyMs, { signal }).catch(() => {})
      if (!signal.aborted) await within(beat.withinMs, () => hears(client, itself))
    }
  }

  /** @throws Error after `ms` */
  async function within(ms: number, work: () => Promise<void>): Promise<void> {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = clock.after(ms, () => reject(new Error('the connection does not hear its own NOTIFY')))
    })
    try {
      await Promise.race([work(), late])
    } finally {
      cancel()
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

/** Notifies itself on a channel of its own, and resolves when it has heard it. */
async function hears(client: pg.Client, channel: string): Promise<void> {
  let hear = (_message: pg.Notification) => {}
  const heard = new Promise<void>((resolve) => {
    hear = (message) => message.channel === channel && resolve()
  })
  client.on('notification', hear)
  try {
    await client.query(`notify ${channel}`)
    await heard
  } finally {
    client.off('notification', hear)
  }
}
