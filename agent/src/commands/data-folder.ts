import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endDatabase, openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import type { Clock } from '../platform/clock.js'
import { syncDirectory } from '../platform/durable-file.js'
import { codeOf } from '../platform/errors.js'
import { ServiceTime } from '../platform/service-time.js'
import { outboxFolder } from '../runtime/agent-context.js'
import { UploadQueue } from '../upload/upload-queue.js'

/** What makes a data folder that of a gateway: keys, configuration, what is known of its cameras. */
const pairingFiles = [
  'identity.json',
  'pairing-attempt.json',
  'configuration.sealed',
  'last-scan.json',
  'identities.json',
  'onvif-tombstones.json',
  'proven-accounts.json',
  'camera-certificates',
] as const

/** What has not reached the cloud, and what belongs to it. */
const pendingFiles = ['outbox', 'recordings', 'service-time.json'] as const

/** What of a data folder the cloud does not have. */
export interface Pending {
  /** Frames without an acknowledgement. */
  readonly events: number
  /** Files that are not uploaded, and recordings that are not finished. */
  readonly clips: number
  /** Up to which number the cloud has acknowledged. */
  readonly ackedSeq: number
}

/**
 * Counts what of a data folder has not reached the cloud. No agent may run meanwhile.
 * @throws AgentError `already_running`, `storage`
 */
export async function countPending(dataDir: string, clock: Clock): Promise<Pending> {
  const names = await filesIn(join(dataDir, 'recordings'))
  const journals = names.filter((name) => name.endsWith('.journal')).length
  if (!(await filesIn(dataDir)).includes('outbox')) return { events: 0, clips: journals, ackedSeq: 0 }
  const database = await openDatabase(outboxFolder(dataDir))
  try {
    const service = await ServiceTime.open(dataDir, clock)
    const outbox = await Outbox.open(database, service)
    const { pending } = await (await UploadQueue.open(database, service.now())).counts()
    await outbox.settled()
    return { events: outbox.counts.entries, clips: pending + journals, ackedSeq: outbox.acked }
  } finally {
    await endDatabase(database)
  }
}

/**
 * Removes what makes a data folder that of a gateway, the key last, so that a command that was cut can be repeated.
 * @param discard removes what has not reached the cloud as well
 */
export async function wipe(dataDir: string, { discard }: { readonly discard: boolean }): Promise<void> {
  const names = discard ? [...pairingFiles, ...pendingFiles] : pairingFiles
  for (const name of names.toReversed()) await rm(join(dataDir, name), { recursive: true, force: true })
  await syncDirectory(dataDir)
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
