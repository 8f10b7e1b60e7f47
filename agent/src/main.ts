#!/usr/bin/env node
import { report, runCommandLine } from './commands/program.js'
import { letSlowAddressesAnswer } from './platform/address-patience.js'

// Whoever reads the answer may stop reading, as `head` does: that is no fault.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit())

// What nobody caught is told as any other failure is: without passwords.
for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(fault, (error: unknown) => process.exit(report(error)))

letSlowAddressesAnswer()

const code = await runCommandLine(process.argv.slice(2))
// A command that has an answer and a failure at once sets its code itself.
if (code !== 0) process.exitCode = code
