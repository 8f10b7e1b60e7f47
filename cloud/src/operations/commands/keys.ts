import { Command } from 'commander'
import { type Config, ConfigError, configOfProcess } from '../../platform/config.js'
import { openDatabase } from '../../platform/database/database.js'
import { withDatabaseLock } from '../../platform/database/database-lock.js'
import { migrate } from '../../platform/database/migrating/migrate.js'
import { openServiceKeys, putFreshKeyInFront } from '../../platform/secrets/key-file.js'
import { systemClock } from '../../platform/time/clock.js'
import {
  type Rotation,
  type RotationDeps,
  rotateKeys,
  unusedOf,
} from '../key-rotation/key-rotation.service.js'
import { countKeyUse } from '../key-rotation/key-use.service.js'
import { withAddress } from './with-database.js'

/** `cloud keys`: what the master keys seal, and sealing everything with the first of them. */
export function keysCommand(): Command {
  return new Command('keys')
    .description('master keys (docs/decisions/0032)')
    .addCommand(rotateCommand())
    .addCommand(listCommand())
}

function rotateCommand(): Command {
  return new Command('rotate')
    .description(
      'seal every stored secret with the first master key, while the service runs; may be cut off and repeated; ' +
        'prints one JSON line. Exit code 1 if a secret does not open',
    )
    .option('--new', 'put a fresh key in front of those in DATA_DIR/master.key first')
    .action(async (options: { new?: true }) => {
      const config = configOfProcess()
      if (options.new) requireKeyFile(config)
      const rotation = await withKeys(config, async (deps) => {
        if (options.new) {
          await putFreshKeyInFront(config.dataDir)
          deps.keys.refresh()
        }
        return rotateKeys(deps)
      })
      process.stdout.write(`${JSON.stringify(rotation)}\n`)
      process.stderr.write(advice(rotation))
      if (Object.values(rotation.tables).some(({ failed }) => failed > 0)) process.exitCode = 1
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('show which master key seals how much; prints one JSON line')
    .action(async () => {
      const uses = await withKeys(configOfProcess(), ({ database, keys, clock }) =>
        countKeyUse(database, keys, clock.now()),
      )
      process.stdout.write(`${JSON.stringify({ keys: uses, no_longer_used: unusedOf(uses) })}\n`)
    })
}

function requireKeyFile({ masterKey }: Config): void {
  if (masterKey === null) return
  throw new ConfigError(
    'MASTER_KEY is set, so the new key goes there: make one with openssl rand -hex 32, add it behind the others at ' +
      'every node, then put it first at every node, then run keys rotate',
  )
}

/** Two rotations at once would only do the same work twice: the second waits for the first. */
function withKeys<T>(config: Config, work: (deps: RotationDeps) => Promise<T>): Promise<T> {
  return withAddress(config, async (address, log) => {
    await migrate(address)
    return withDatabaseLock(address, 'rotate_keys', async () => {
      const database = openDatabase(address, { log })
      try {
        const keys = await openServiceKeys(config, systemClock)
        return await work({ database, keys, clock: systemClock })
      } finally {
        await database.close()
      }
    })
  })
}

/** What is left to do, for whoever reads. */
function advice({ unopened, no_longer_used: unused, keys }: Rotation): string {
  const lines = unopened.map(
    ({ table, column, row, reason }) => `${table} ${row} (${column}) does not open: ${reason}`,
  )
  const places = keys
    .filter(({ id }) => unused.includes(id))
    .map(({ id, position }) => `${id} (${position}.)`)
  if (places.length > 0) {
    lines.push(
      `No stored secret needs ${places.join(', ')} any more. What was signed with it ends within 24 hours: ` +
        'give relays elsewhere the new key (cloud relay key), then take it out of the master keys.',
    )
  }
  return lines.map((line) => `${line}\n`).join('')
}
