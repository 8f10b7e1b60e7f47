import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reserveOf } from '../../events/media/store/storage-room.service.js'
import { isRelayKey, relayKey, relayKeyFile } from '../../fleet/relays/relay-key.service.js'
import type { Config } from '../../platform/config.js'
import { isMissing } from '../../platform/error-code.js'
import { masterKeyFile } from '../../platform/secrets/key-file.js'
import type { KeyRing } from '../../platform/secrets/keys.js'
import { type Check, fail, ok, runCheck, skipped, warn } from './check.js'

const gib = 1024 ** 3
const enough = { warnBelow: 2 * gib, failBelow: gib / 4 }

/** The folder of the service: there, writable, and what is secret in it closed. */
export function checkDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<Check> {
  const name = 'data folder'
  return runCheck(name, `make ${dataDir} writable for the user of the service, or set DATA_DIR`, async () => {
    if ((await modeOf(dataDir)) === null) return skipped(name, `${dataDir}: the first start makes it`)
    const probe = path.join(dataDir, `doctor-${randomUUID()}`)
    await writeFile(probe, '', { mode: 0o600 })
    await rm(probe)
    for (const file of [masterKeyFile(dataDir), relayKeyFile(dataDir)]) {
      const mode = await modeOf(file)
      if (mode !== null && (mode & 0o077) !== 0)
        return fail(name, `${file} can be read by others`, `run chmod 600 ${file}`)
    }
    return ok(name, `${dataDir}, writable`)
  })
}

/** Below the reserve uploads wait, so that PostgreSQL on the same disk goes on. */
export function checkDisk(config: Pick<Config, 'dataDir' | 's3' | 'storageReserveBytes'>): Promise<Check> {
  const { dataDir } = config
  const name = 'disk'
  const todo = 'free some, or lower the days that organisations keep clips'
  return runCheck(name, todo, async () => {
    if ((await modeOf(dataDir)) === null) return skipped(name, 'no data folder yet')
    const { bavail, blocks, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const says = `${(free / gib).toFixed(1)} GiB free`
    const reserve = config.s3 ? 0 : reserveOf(config, { free, size: blocks * bsize })
    if (free < reserve)
      return fail(
        name,
        `${says}, less than the reserve of ${(reserve / gib).toFixed(1)} GiB: uploads wait`,
        todo,
      )
    if (free < enough.failBelow) return fail(name, says, todo)
    return free < enough.warnBelow ? warn(name, says, todo) : ok(name, says)
  })
}

/** The key of relays on this machine follows from the master key; after a rotation it is written at the next start. */
export function checkRelayKey({ dataDir }: Pick<Config, 'dataDir'>, keys: KeyRing | null): Promise<Check> {
  const name = 'relay key'
  const file = relayKeyFile(dataDir)
  return runCheck(name, `make ${file} readable for the user of the service`, async () => {
    if (!keys) return skipped(name, 'no master key')
    if ((await modeOf(file)) === null) return skipped(name, `${file}: the first start writes it`)
    const written = (await readFile(file, 'utf8')).trim()
    if (written === relayKey(keys)) return ok(name, `${file} is of the first master key`)
    const todo = 'start the service again: it writes the file anew; relays elsewhere need cloud relay key'
    return isRelayKey(keys, written)
      ? warn(name, `${file} is of an older master key`, todo)
      : fail(name, `${file} is of a master key that is not known any more`, todo)
  })
}

/** The permission bits of a file or folder; null if there is none. */
async function modeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mode & 0o777
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
