import { statfs } from 'node:fs/promises'
import { cpus } from 'node:os'
import { mem } from 'systeminformation'
import type { Clock } from '../platform/clock.js'
import { type Carried, linuxCounters, otherCounters, type ReadCounters } from './network-counters.js'

/** Raw readings of the machine. Each rejects, or answers null, where the system does not say. */
export interface SystemReadings {
  /** Load of all cores together since the last call, 0 to 100; on the first call since the machine was started. */
  cpuPercent(): Promise<number | null>
  /** Cores that the load is of. */
  cpuCount(): number
  /** Memory in use that could not be freed at once, bytes. */
  memoryBytes(): Promise<number | null>
  /** Bytes a second since the last call; on the first call of about a second. Without an interface nothing flows: 0. */
  networkRates(): Promise<{ readonly sent: number | null; readonly received: number | null } | null>
  /** Bytes that an unprivileged process may still write beside `folder`. */
  diskFreeBytes(folder: string): Promise<number | null>
}

const firstReadingMs = 1000

/** The readings of this machine. One instance per sampler: rates refer to the previous call. */
export function systemReadings(
  clock: Clock,
  read: ReadCounters = process.platform === 'linux' ? linuxCounters() : otherCounters,
): SystemReadings {
  let busy = { total: 0, idle: 0 }
  let before: Reading | null = null
  const take = async (): Promise<Reading> => ({ atMs: clock.monotonic(), counters: await read() })
  return {
    cpuPercent() {
      const last = busy
      busy = processorTime()
      const total = busy.total - last.total
      return Promise.resolve(total === 0 ? null : 100 * (1 - (busy.idle - last.idle) / total))
    },
    cpuCount: () => cpus().length,
    memoryBytes: async () => (await mem()).active,
    async networkRates() {
      if (before === null) {
        before = await take()
        await clock.delay(firstReadingMs)
      }
      const last = before
      before = await take()
      return ratesOf(last, before)
    },
    async diskFreeBytes(folder) {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

interface Reading {
  readonly atMs: number
  readonly counters: ReadonlyMap<string, Carried>
}

/** An interface that is new, or was set up anew and counts from 0, counts from the next reading on. */
function ratesOf(last: Reading, now: Reading): { readonly sent: number; readonly received: number } {
  const seconds = Math.max((now.atMs - last.atMs) / 1000, 0.001)
  let [sent, received] = [0, 0]
  for (const [name, carried] of now.counters) {
    const earlier = last.counters.get(name) ?? carried
    sent += Math.max(carried.sent - earlier.sent, 0)
    received += Math.max(carried.received - earlier.received, 0)
  }
  return { sent: sent / seconds, received: received / seconds }
}

/** Time of all cores since the machine was started, ms. */
function processorTime(): { readonly total: number; readonly idle: number } {
  let [total, idle] = [0, 0]
  for (const { times } of cpus()) {
    total += times.user + times.nice + times.sys + times.irq + times.idle
    idle += times.idle
  }
  return { total, idle }
}
