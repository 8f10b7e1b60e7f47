#!/usr/bin/env node
import { Command } from 'commander'
import { backupCommand } from './commands/backup.js'
import { createOrganisationCommand } from './commands/create-organisation.js'
import { doctorCommand } from './commands/doctor.js'
import { keysCommand } from './commands/keys.js'
import { migrateCommand } from './commands/migrate.js'
import { relayKeyCommand } from './commands/relay-key.js'
import { restoreCommand } from './commands/restore.js'
import { userLinkCommand } from './commands/user-link.js'
import { explain } from './platform/explain.js'

const program = new Command('cloud')
  .description(
    "Sightline's operator commands. They use the same settings as the service: DATA_DIR, or DATABASE_URL.",
  )
  .showHelpAfterError()
program.command('org').description('organisations').addCommand(createOrganisationCommand())
program.command('user').description('people').addCommand(userLinkCommand())
program.command('relay').description('relays, which serve direct cameras').addCommand(relayKeyCommand())
program.addCommand(migrateCommand())
program.addCommand(keysCommand())
program.addCommand(doctorCommand())
program.addCommand(backupCommand())
program.addCommand(restoreCommand())

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
