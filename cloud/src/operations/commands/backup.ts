import { Command } from 'commander'
import { configOfProcess } from '../../platform/config.js'
import { systemClock } from '../../platform/time/clock.js'
import { type BackupReport, makeBackup } from '../backup/backup.service.js'
import { withAddress } from './with-database.js'

/** `cloud backup`: everything that cannot be made again but the master key, while the service runs. */
export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'write database and media, as of one moment, into an empty folder, while the service runs; the master key is not ' +
        'in it. Prints one JSON line. Exit code 1 if a media file is missing',
    )
    .requiredOption('--to <folder>', 'an empty folder, or one to make')
    .action(async ({ to }: { to: string }) => {
      const config = configOfProcess()
      const report = await withAddress(config, (address) =>
        makeBackup({ address, config, clock: systemClock }, to),
      )
      process.stdout.write(`${JSON.stringify(report)}\n`)
      process.stderr.write(advice(report, config.masterKey === null))
      if (report.media.kind === 'files' && report.media.missing > 0) process.exitCode = 1
    })
}

function advice({ media, missing, linked }: BackupReport, keyInFile: boolean): string {
  const key = keyInFile ? 'DATA_DIR/master.key' : 'MASTER_KEY'
  const lines = [
    `The master key is NOT in this backup. Keep ${key} elsewhere: without it camera passwords and webhook secrets of ` +
      'this backup cannot be read by anybody.',
  ]
  if (media.kind === 'bucket')
    lines.push(
      `Clips and snapshots are in the bucket ${media.bucket} and NOT in this backup: back it up by its own means ` +
        '(versioning, replication).',
    )
  if (linked > 0)
    lines.push(
      'Media files are hard links, on the same disk as the service. Copy the folder to another machine.',
    )
  lines.push(...missing.map((object) => `media file missing or not whole: ${object}`))
  return lines.map((line) => `${line}\n`).join('')
}
