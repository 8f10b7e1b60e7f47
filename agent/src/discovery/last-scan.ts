import { join } from 'node:path'
import { DiscoveredDevice } from '@sightline/protocol'
import { z } from 'zod'
import { makePrivateFolder, readIfThere, writeDurably } from '../platform/durable-file.js'
import { AgentError } from '../platform/errors.js'

/** The list that `agent discover` printed last: a number of it names a device until the next scan. */
const LastScan = z.object({
  scanned_at: z.iso.datetime(),
  /** In the order of the printed numbers, from 1. */
  devices: z.array(DiscoveredDevice).max(256),
})
type LastScan = z.infer<typeof LastScan>

const fileOf = (dataDir: string): string => join(dataDir, 'last-scan.json')

/**
 * Remembers a printed list, readable by its owner only.
 * @param scannedAtMs ms since the epoch.
 */
export async function writeLastScan(
  dataDir: string,
  devices: readonly DiscoveredDevice[],
  scannedAtMs: number,
): Promise<void> {
  const scan: LastScan = { scanned_at: new Date(scannedAtMs).toISOString(), devices: [...devices] }
  await makePrivateFolder(dataDir)
  await writeDurably(fileOf(dataDir), `${JSON.stringify(scan)}\n`)
}

/** The list printed last; null if there is none, or none that can be read: then one scans again. */
export async function readLastScan(dataDir: string): Promise<LastScan | null> {
  const file = await readIfThere(fileOf(dataDir))
  if (file === null) return null
  try {
    return LastScan.parse(JSON.parse(file.toString('utf8')))
  } catch {
    return null
  }
}

/**
 * The device with that number in the list printed last.
 * @param number from 1, as printed.
 * @throws AgentError `usage` if there is no list, or no such number in it.
 */
export async function deviceOfLastScan(dataDir: string, number: number): Promise<DiscoveredDevice> {
  const scan = await readLastScan(dataDir)
  const device = scan?.devices[number - 1]
  if (device !== undefined) return device
  const what = scan === null ? 'there is no list of cameras yet' : `the list has no number ${number}`
  throw new AgentError('usage', what, { hint: 'List the cameras of this network: agent discover' })
}
