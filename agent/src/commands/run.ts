import type { Command } from 'commander'
import { startAgent } from '../agent.js'
import { paceCollections } from '../platform/collection-pace.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { runUntilStopped } from './run-until-stopped.js'

/** What `agent run` takes. */
export function defineRun(agent: Command): void {
  agent
    .command('run')
    .description('record and tell the cloud, until stopped')
    .option(...dataDirOption)
    .action(runCommand)
}

/** `agent run`: works until SIGTERM or SIGINT, and ends in order within ten seconds. */
async function runCommand(options: CommonOptions): Promise<void> {
  paceCollections()
  const { ground, config } = contextOf(options, false)
  await runUntilStopped(ground, () => startAgent({ ...ground, cameraCidrs: config.cameraCidrs }))
}
