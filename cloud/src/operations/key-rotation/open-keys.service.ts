import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isRelayKey, relayKeyFile } from '../../fleet/relays/relay-key.service.js'
import { type Config, ConfigError } from '../../platform/config.js'
import type { Database } from '../../platform/database/database.js'
import type { Log } from '../../platform/log.js'
import { masterKeyFile, openServiceKeys } from '../../platform/secrets/key-file.js'
import { type KeyRing, openKeyRing } from '../../platform/secrets/keys.js'
import type { Clock } from '../../platform/time/clock.js'
import { eachOrg } from './key-use.service.js'
import { sealedColumns } from './sealed-columns.table.js'
import { listSealingKeys } from './sealed-secret.repository.js'
import { fitOf } from './sealing-keys.js'

interface KeyDeps {
  readonly config: Pick<Config, 'masterKey' | 'dataDir' | 'lostMasterKeys'>
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

/** A start looks no further where nothing is sealed in so many organisations. */
const orgsAtMost = 500

/**
 * The keys of the service, seen to be those that sealed what is stored.
 * @throws ConfigError if they are no keys, or open nothing of it
 */
export async function openFittingKeys({ config, database, clock, log }: KeyDeps): Promise<KeyRing> {
  const file = masterKeyFile(config.dataDir)
  const wasThere = existsSync(file)
  const ofFile = config.masterKey !== null && wasThere ? await idsIn(file) : []
  const fitting = async (held: readonly string[]) => {
    const fit = fitOf(await findSealingKeys(database, held), { held, lost: config.lostMasterKeys })
    if (fit.kind === 'wrong') throw new ConfigError(refusal(fit.needed, { config, file, wasThere, ofFile }))
    return fit
  }
  // No file is made where another key is needed: it would be in the way of the copy that is put back.
  if (config.masterKey === null && !wasThere) await fitting([])
  const keys = await openServiceKeys(config, clock)
  const held = keys.ids()
  const fit = await fitting(held)
  const todo = 'put that key back behind the others; without it what it sealed has to be entered anew'
  if (fit.kind === 'partly') log.warn({ keys: fit.needed, todo }, 'keys.missing')
  else if (await servedByAnother(config.dataDir, keys))
    log.warn(
      { todo: 'put the key of before back, or sign in anew and give relays elsewhere their new key' },
      'keys.changed',
    )
  const unused = ofFile.filter((id) => !held.includes(id))
  if (unused.length > 0)
    log.warn(
      { file, keys: unused, todo: 'MASTER_KEY counts: remove the file, or MASTER_KEY' },
      'keys.file_unused',
    )
  return keys
}

/** Whether the last start on this data folder had none of these keys: what that one signed is over, though it sealed nothing. */
async function servedByAnother(dataDir: string, keys: KeyRing): Promise<boolean> {
  const written = await readFile(relayKeyFile(dataDir), 'utf8').catch(() => null)
  return written !== null && !isRelayKey(keys, written.trim())
}

/** Ids of the keys that sealed what is stored, so far as it has to be known: up to the first organisation where one of `held` did. */
async function findSealingKeys(database: Database, held: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  let orgs = 0
  for await (const orgId of eachOrg(database)) {
    for (const id of await listSealingKeys(database.forOrg(orgId), orgId, sealedColumns)) found.add(id)
    orgs += 1
    if (held.some((id) => found.has(id)) || (found.size === 0 && orgs >= orgsAtMost)) break
  }
  return [...found]
}

/** Ids of the keys in a file that does not count; none where it cannot be read. */
async function idsIn(file: string): Promise<readonly string[]> {
  try {
    return openKeyRing(await readFile(file, 'utf8')).ids()
  } catch {
    return []
  }
}

function refusal(
  needed: readonly string[],
  { config, file, wasThere, ofFile }: Pick<KeyDeps, 'config'> & KeyFileSeen,
): string {
  const ids = needed.join(', ')
  if (config.masterKey !== null && needed.every((id) => ofFile.includes(id)))
    return (
      `MASTER_KEY is not the key that the secrets of this service are sealed with (${ids}), which is in ${file}: leave MASTER_KEY unset, ` +
      'or put that key behind yours (MASTER_KEY=new,old)'
    )
  const lost =
    `If it is lost for good, LOST_MASTER_KEYS=${needed.join(',')} starts without it: passwords of cameras and other secrets then have ` +
    'to be entered anew'
  if (config.masterKey !== null)
    return (
      `MASTER_KEY is not the key that the secrets of this service are sealed with (${ids}): put that one back, alone or behind the ` +
      `new one (MASTER_KEY=new,old). ${lost}`
    )
  const seen = wasThere ? `${file} does not hold` : `MASTER_KEY is unset, and there is no ${file} with`
  return (
    `${seen} the key that the secrets of this service are sealed with (${ids}): set MASTER_KEY as it was, or put the file back from ` +
    `your copy. ${lost}`
  )
}

interface KeyFileSeen {
  readonly file: string
  readonly wasThere: boolean
  /** Ids of the keys in it, where MASTER_KEY counts. */
  readonly ofFile: readonly string[]
}
