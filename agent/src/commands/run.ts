import type { Command } from 'commander'
import { startAgent } from '../gateway/start-agent.js'
import { tuneGarbageCollector } from '../platform/garbage-collector.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { runUntilStopped } from './run-until-stopped.js'

/** What `agent run` takes. */
export function defineRun(agent: Command): void {
  agent
    .command('run')
    .description('record and report to the cloud, until stopped')
    .option(...dataDirOption)
    .action(runCommand)
}

/** `agent run`: works until SIGTERM or SIGINT, and ends in order within ten seconds. */
async function runCommand(options: CommonOptions): Promise<void> {
  tuneGarbageCollector()
  const { agentContext, config } = contextOf(options, false)
  await runUntilStopped(agentContext, () => startAgent({ ...agentContext, cameraCidrs: config.cameraCidrs }))
}
