import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../config.js'
import { errorCode } from '../error-code.js'

/** What a key is for. Each purpose has keys of its own, derived by HKDF-SHA-256 (RFC 5869). */
export type KeyPurpose =
  | 'jwt'
  | 'refresh'
  | 'media'
  | 'cursor'
  | 'code'
  | 'upload'
  | 'secret-box'
  | 'relay'
  | 'node'

export interface Key {
  /** Identifies the master key, not the purpose: 8 hexadecimal digits. */
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Buffer
}

/** Keys derived from the master keys. The first makes new things; all of them still read old ones. */
export interface KeyRing {
  current(purpose: KeyPurpose): Key
  /** The key that something was made with, if its master key is still known. */
  find(purpose: KeyPurpose, id: string): Key | undefined
  /** Newest first. */
  all(purpose: KeyPurpose): readonly Key[]
  /** Ids of the master keys, the one that makes new things first. */
  ids(): readonly string[]
  /**
   * Takes over keys that were added or removed since, where they stand in a file; a ring of a setting never changes.
   * @throws ConfigError if the file holds no keys; the ring then stays as it is.
   */
  refresh(): void
}

/**
 * Makes the ring of one or several master keys of 32 bytes, in hexadecimal or base64, separated by commas
 * or line ends, newest first.
 * @throws ConfigError if one of them is no such key.
 */
export function openKeyRing(masterKeys: string): KeyRing {
  const masters = masterKeys
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(decodeMasterKey)
  if (masters.length === 0)
    throw new ConfigError('MASTER_KEY: a key of 32 bytes, such as openssl rand -hex 32 makes')
  const derived = new Map<KeyPurpose, readonly [Key, ...Key[]]>()
  const keysFor = (purpose: KeyPurpose): readonly [Key, ...Key[]] => {
    const known = derived.get(purpose)
    if (known) return known
    const [first, ...rest] = masters.map((master) => derive(master, purpose))
    if (!first) throw new ConfigError('MASTER_KEY is empty')
    const keys: readonly [Key, ...Key[]] = [first, ...rest]
    derived.set(purpose, keys)
    return keys
  }
  return {
    current: (purpose) => keysFor(purpose)[0],
    find: (purpose, id) => keysFor(purpose).find((key) => key.id === id),
    all: keysFor,
    ids: () => keysFor('secret-box').map(({ id }) => id),
    refresh: () => {},
  }
}

function decodeMasterKey(text: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (bytes.length !== 32) {
    throw new ConfigError(
      'MASTER_KEY: a key of 32 bytes in hexadecimal or base64, such as openssl rand -hex 32 makes',
    )
  }
  return bytes
}

function derive(master: Buffer, purpose: KeyPurpose): Key {
  return {
    id: createHash('sha256').update('sightline key id').update(master).digest('hex').slice(0, 8),
    bytes: Buffer.from(hkdfSync('sha256', master, '', `sightline ${purpose}`, 32)),
  }
}

/**
 * Reads `dataDir`/master.key; the first time it makes one that only its owner can read. It is there as a whole or not at all, so that
 * another process that starts at the same moment, or after a cut, never reads half of a key. Where a folder takes no hard links it is
 * written in place, and a cut in that moment leaves a file that is no key: the next start refuses it.
 * @param name gives a file a second name, as link(2) does
 */
export async function readOrMakeMasterKey(dataDir: string, name = link): Promise<string> {
  const file = path.join(dataDir, 'master.key')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) await makeMasterKey(file, name)
  return readFile(file, 'utf8')
}

async function makeMasterKey(file: string, name: typeof link): Promise<void> {
  const text = `${randomBytes(32).toString('hex')}\n`
  const fresh = `${file}.${randomUUID()}`
  try {
    await writeFile(fresh, text, onlyNew)
    await name(fresh, file)
  } catch (error) {
    // Another process was first, and its key counts.
    if (errorCode(error) === 'EEXIST') return
    if (!withoutHardLinks.has(errorCode(error) ?? '')) throw error
    await writeFile(file, text, onlyNew).catch((cause: unknown) => {
      if (errorCode(cause) !== 'EEXIST') throw cause
    })
  } finally {
    await rm(fresh, { force: true })
  }
}

const onlyNew = { flag: 'wx', mode: 0o600, flush: true }
/** What link(2) answers on FAT, some network shares and some folders of a container's host. */
const withoutHardLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])
