import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { type Config, ConfigError, configOfProcess } from '../../platform/config.js'
import { openPostgresServer } from '../../platform/database/postgres-server.js'
import { masterKeyFile, openServiceKeys } from '../../platform/secrets/key-file.js'
import { systemClock } from '../../platform/time/clock.js'
import { type Manifest, restoreBackup, verifyBackup } from '../backup/restore.service.js'
import { commandLog } from './with-database.js'

/** `cloud restore`: a backup into an empty database. The service must not run. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'bring a backup into an empty database (a new DATA_DIR, or a new database at DATABASE_URL), all or nothing; ' +
        'the master key has to be there before. Prints one JSON line. Exit code 1 if a media file is missing',
    )
    .requiredOption('--from <folder>', 'what cloud backup wrote')
    .option('--without-key', 'go on without the master key: sealed passwords and secrets are lost')
    .action(async (options: { from: string; withoutKey?: true }) => {
      const config = configOfProcess()
      const from = path.resolve(options.from)
      const manifest = await verifyBackup(from)
      if (!options.withoutKey) await requireKeys(config, manifest)
      const own = await openPostgresServer(config, { log: commandLog(config), clock: systemClock })
      try {
        const report = await restoreBackup({ address: own.address, config }, from, manifest)
        process.stdout.write(`${JSON.stringify(report)}\n`)
        process.stderr.write(advice(manifest, report.missing, options.withoutKey ? manifest.needs_keys : []))
        if (report.missing_count > 0) process.exitCode = 1
      } finally {
        await own.close()
      }
    })
}

/** Without the keys the service would start with a new one, and could open nothing. */
async function requireKeys(config: Config, { needs_keys: needed }: Manifest): Promise<void> {
  if (needed.length === 0) return
  const file = masterKeyFile(config.dataDir)
  const held =
    config.masterKey !== null || existsSync(file) ? await openServiceKeys(config, systemClock) : null
  const lacking = needed.filter((id) => !held?.ids().includes(id))
  if (lacking.length === 0) return
  throw new ConfigError(
    `the secrets of this backup need the master key ${lacking.join(', ')}: ` +
      (config.masterKey === null ? `put it into ${file}` : 'add it to MASTER_KEY') +
      ', or give --without-key and enter passwords and secrets anew',
  )
}

function advice({ media }: Manifest, missing: readonly string[], lostKeys: readonly string[]): string {
  const lines = missing.map((key) => `media file missing or not whole: ${key}`)
  if (media.kind === 'bucket')
    lines.push(
      `Clips and snapshots are not in this backup: set S3_* for the bucket ${media.bucket}, or a copy of it.`,
    )
  if (lostKeys.length > 0)
    lines.push(
      `Start the service with LOST_MASTER_KEYS=${lostKeys.join(',')} until passwords and secrets are entered anew.`,
    )
  lines.push(
    'Sessions, keys and shares that were revoked after the backup are as they were then; what was on its way is sent again.',
  )
  return lines.map((line) => `${line}\n`).join('')
}
