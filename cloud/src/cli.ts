#!/usr/bin/env node
import { Command } from 'commander'
import { backupCommand } from './operations/commands/backup.js'
import { confirmRetentionCommand } from './operations/commands/confirm-retention.js'
import { createOrganisationCommand } from './operations/commands/create-organisation.js'
import { doctorCommand } from './operations/commands/doctor.js'
import { keysCommand } from './operations/commands/keys.js'
import { migrateCommand } from './operations/commands/migrate.js'
import { relayKeyCommand } from './operations/commands/relay-key.js'
import { resetSecondFactorCommand } from './operations/commands/reset-second-factor.js'
import { restoreCommand } from './operations/commands/restore.js'
import { userLinkCommand } from './operations/commands/user-link.js'
import { letSlowAddressesAnswer } from './platform/outbound-http/address-patience.js'
import { failureMessage } from './platform/process/failure-message.js'

letSlowAddressesAnswer()

const program = new Command('cloud')
  .description(
    "Sightline's operator commands. They use the same settings as the service: DATA_DIR, or DATABASE_URL.",
  )
  .showHelpAfterError()
program.command('org').description('organisations').addCommand(createOrganisationCommand())
program
  .command('user')
  .description('people')
  .addCommand(userLinkCommand())
  .addCommand(resetSecondFactorCommand())
program.command('relay').description('relays, which serve direct cameras').addCommand(relayKeyCommand())
program
  .command('retention')
  .description('removal of old events and clips')
  .addCommand(confirmRetentionCommand())
program.addCommand(migrateCommand())
program.addCommand(keysCommand())
program.addCommand(doctorCommand())
program.addCommand(backupCommand())
program.addCommand(restoreCommand())

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${failureMessage(error)}\n`)
  process.exit(1)
})
