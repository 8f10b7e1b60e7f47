import { randomUUID } from 'node:crypto'
import { chmod, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { prepareDataDir } from '../../platform/process/data-dir.js'
import type { Key, KeyRing } from '../../platform/secrets/keys.js'
import { hashOfSecret, isSecret } from '../../platform/secrets/secret-token.js'

/** The one key of all relays of this cloud: derived from the master key, so that nothing needs to be stored. */
export function relayKey(keys: KeyRing): string {
  return textOf(keys.current('relay'))
}

/** True for the key of the newest master key, and for those of older ones that the cloud still knows. */
export function isRelayKey(keys: KeyRing, presented: string): boolean {
  return keys.all('relay').some((key) => isSecret(presented, hashOfSecret(textOf(key))))
}

/** Where a relay on the same machine reads the key. */
export const relayKeyFile = (dataDir: string): string => path.join(dataDir, 'relay.key')

/**
 * Writes the key where a relay on the same machine reads it: `dataDir`/relay.key, for its owner only.
 * @returns the path of the file
 */
export async function writeRelayKeyFile(dataDir: string, keys: KeyRing): Promise<string> {
  const file = relayKeyFile(await prepareDataDir(dataDir))
  // A new file put in its place: a reader finds the old key or the new one, never half of one.
  const beside = `${file}.${randomUUID()}`
  await writeFile(beside, `${relayKey(keys)}\n`, { mode: 0o600, flush: true })
  await chmod(beside, 0o600)
  await rename(beside, file)
  return file
}

const textOf = ({ bytes }: Key): string => `rl_${bytes.toString('base64url')}`
