import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AgentStatus } from '../agent-socket/messages.js'
import { sizeText } from '../platform/amounts.js'
import { codeOf } from '../platform/errors.js'
import { systemRandom } from '../platform/random.js'
import { type DiskLimits, levelOf, measureDisk } from '../recording/disk-quota.js'
import { type CheckResult, fail, ok, skipped, warn } from './check.js'

/** Files that hold keys or passwords. */
const secretFiles = ['identity.json', 'configuration.sealed', 'pairing-attempt.json']

/** The data folder: there, writable, closed to others, and all of one owner. */
export async function checkDataFolder(dataDir: string): Promise<CheckResult> {
  const folder = await statOf(dataDir)
  if (!folder) return skipped(`${dataDir} is not there yet: pairing makes it`)
  const me = process.getuid?.() ?? 0
  if (me !== 0 && folder.uid !== me)
    return fail(`${dataDir} belongs to another user`, 'use sudo, or name another folder with --data-dir')
  for (const [path, facts] of [[dataDir, folder], ...(await secretsIn(dataDir))] as const) {
    if ((facts.mode & 0o077) === 0) continue
    const mode = path === dataDir ? '700' : '600'
    return fail(`${path} is open to other users of this machine`, `run chmod ${mode} ${path}`)
  }
  const strangers = (await secretsIn(dataDir)).filter(([, { uid }]) => uid !== folder.uid)
  if (strangers.length > 0)
    return fail(
      `${strangers.map(([path]) => path).join(', ')} belongs to another user than ${dataDir}`,
      `give all of it to the user of the agent: chown -R --reference=${dataDir} ${dataDir}`,
    )
  const probe = join(dataDir, `.doctor-${systemRandom.id()}`)
  await writeFile(probe, '', { mode: 0o600 })
  await rm(probe)
  return ok(`${dataDir}, writable, closed to others`)
}

async function secretsIn(dataDir: string) {
  const found: (readonly [string, { mode: number; uid: number }])[] = []
  for (const name of secretFiles) {
    const path = join(dataDir, name)
    const facts = await statOf(path)
    if (facts) found.push([path, facts])
  }
  return found
}

/** @param running what the running agent knows; null if none runs, or it has not measured yet */
export async function checkDisk(
  dataDir: string,
  limits: DiskLimits,
  running: AgentStatus['disk'],
): Promise<CheckResult> {
  const { freeBytes, sizeBytes } = await measureDisk(await existingFolder(dataDir))
  const usedBytes = running?.used_bytes ?? (await bytesIn(join(dataDir, 'recordings')))
  const level = running?.level ?? levelOf({ freeBytes, sizeBytes, usedBytes }, limits)
  const quota = limits.quotaBytes === null ? '' : ` of ${sizeText(limits.quotaBytes)}`
  const lost = running === null ? '' : lossText(running.losses)
  const says = `${sizeText(freeBytes)} of ${sizeText(sizeBytes)} free; recordings take ${sizeText(usedBytes)}${quota}${lost}`
  const todo =
    'bring the link to the cloud up so that clips can leave, free some space, or set CLIPS_MAX_GB and DISK_RESERVE_PERCENT'
  if (level === 'full') return fail(`${says}: full, new events have no clip`, todo)
  if (level === 'low') return warn(`${says}: nearly full`, todo)
  return lost === '' ? ok(says) : warn(says, 'see why it was full, and give the recordings more space')
}

function lossText({ events, clips, snapshots }: NonNullable<AgentStatus['disk']>['losses']): string {
  if (events + clips + snapshots === 0) return ''
  return `; given up, without room or refused by the cloud: ${events} events, ${clips} clips, ${snapshots} snapshots`
}

/** The folder itself, or the nearest one above it that is there: what will be made is made on its disk. */
async function existingFolder(path: string): Promise<string> {
  return (await statOf(path)) || dirname(path) === path ? path : existingFolder(dirname(path))
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const sizes = await Promise.all(names.map(async (name) => (await statOf(join(folder, name)))?.size ?? 0))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function statOf(path: string) {
  try {
    const { mode, uid, size } = await stat(path)
    return { mode: mode & 0o777, uid, size }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
