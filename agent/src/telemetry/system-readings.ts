import { statfs } from 'node:fs/promises'
import { currentLoad, mem, networkInterfaceDefault, networkStats } from 'systeminformation'

/** Raw readings of the machine. Each rejects, or answers null, where the system does not say. */
export interface SystemReadings {
  /** Load of all cores together since the last call, 0 to 100. */
  cpuPercent(): Promise<number | null>
  /** Memory in use that could not be freed at once, bytes. */
  memoryBytes(): Promise<number | null>
  /** Bytes a second since the last call, over the interface of the default route; null on the first call. */
  networkRates(): Promise<{ readonly sent: number | null; readonly received: number | null } | null>
  /** Bytes that an unprivileged process may still write beside `folder`. */
  diskFreeBytes(folder: string): Promise<number | null>
}

/** The readings of this machine. One instance per sampler: rates refer to the previous call. */
export function systemReadings(): SystemReadings {
  let interfaceName = ''
  return {
    cpuPercent: async () => (await currentLoad()).currentLoad,
    memoryBytes: async () => (await mem()).active,
    async networkRates() {
      // The library looks the default route up with a blocking child process, so once is enough.
      if (interfaceName === '') interfaceName = await networkInterfaceDefault()
      if (interfaceName === '') return null
      const [stats] = await networkStats(interfaceName)
      if (stats === undefined || stats.operstate === 'down') interfaceName = ''
      return stats === undefined ? null : { sent: stats.tx_sec, received: stats.rx_sec }
    },
    async diskFreeBytes(folder) {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}
