import { Command } from 'commander'
import { withDatabase } from './with-database.js'

/** `cloud migrate`: brings the schema up to date, as a start of the service does too. */
export function migrateCommand(): Command {
  return new Command('migrate').description('bring the database schema up to date').action(async () => {
    await withDatabase(async (_database, migrated) => {
      const said = migrated.length === 0 ? 'the schema is up to date' : `ran ${migrated.join(', ')}`
      process.stdout.write(`${said}\n`)
    })
  })
}
