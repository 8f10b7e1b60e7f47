import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Config, ConfigError } from '../config.js'
import { prepareDataDir } from '../process/data-dir.js'
import type { Clock } from '../time/clock.js'
import { type KeyRing, openKeyRing, readOrMakeMasterKey } from './keys.js'

/** Whoever sends an unknown key id must not make us read a file each time. */
const lookAgainAfterMs = 1_000

/** Where the master keys of `dataDir` are, one a line, newest first. */
export const masterKeyFile = (dataDir: string): string => path.join(dataDir, 'master.key')

/**
 * The keys of the service: `MASTER_KEY`, or those in `DATA_DIR`/master.key, made at the first start.
 * @throws ConfigError if they are no keys
 */
export async function openServiceKeys(
  { masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>,
  clock: Clock,
): Promise<KeyRing> {
  if (masterKey !== null) return openKeyRing(masterKey)
  const folder = await prepareDataDir(dataDir)
  return followKeyFile(masterKeyFile(folder), await readOrMakeMasterKey(folder), clock)
}

/**
 * A ring that follows its file while the program runs. It is read again when it is asked for a key that it does not
 * know, and on request: so what another process seals with a new key opens here at once.
 */
function followKeyFile(file: string, text: string, clock: Clock): KeyRing {
  let known = text
  let ring = openKeyRing(text)
  let lookedAt = clock.monotonic()
  const refresh = () => {
    lookedAt = clock.monotonic()
    const now = readFileSync(file, 'utf8')
    if (now === known) return
    ring = openKeyRing(now)
    known = now
  }
  return {
    current: (purpose) => ring.current(purpose),
    find(purpose, id) {
      const found = ring.find(purpose, id)
      if (found || clock.monotonic() - lookedAt < lookAgainAfterMs) return found
      try {
        refresh()
      } catch {
        // Logged by the regular poll; to whoever asks, the key is unknown.
        return undefined
      }
      return ring.find(purpose, id)
    },
    all: (purpose) => ring.all(purpose),
    ids: () => ring.ids(),
    refresh,
  }
}

/**
 * Puts a fresh master key in front of those in `DATA_DIR`/master.key. The file is replaced as a whole and is synced
 * before: after a cut it holds the keys from before, or all.
 * @throws ConfigError if there is no such file
 */
export async function putFreshKeyInFront(dataDir: string): Promise<void> {
  const file = masterKeyFile(await prepareDataDir(dataDir))
  const before = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigError(`${file} cannot be read: the first start of the service makes it`, { cause })
  })
  openKeyRing(before)
  const { uid, gid } = await stat(file)
  const fresh = `${file}.${randomUUID()}`
  try {
    const handle = await open(fresh, 'wx', 0o600)
    try {
      await handle.writeFile(`${randomBytes(32).toString('hex')}\n${before.trim()}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // Run by root, it must still be the service's own.
    if (process.getuid?.() === 0) await chown(fresh, uid, gid)
    await rename(fresh, file)
  } finally {
    await rm(fresh, { force: true })
  }
  await syncFolder(path.dirname(file))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
