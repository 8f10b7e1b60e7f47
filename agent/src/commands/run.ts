import { startAgent } from '../agent.js'
import { type CommonOptions, contextOf } from './command-context.js'
import { runUntilStopped } from './run-until-stopped.js'

/** `agent run`: works until SIGTERM or SIGINT, and ends in order within ten seconds. */
export async function runCommand(options: CommonOptions): Promise<void> {
  const { ground, config } = contextOf(options, false)
  await runUntilStopped(ground, () => startAgent({ ...ground, cameraCidrs: config.cameraCidrs }))
}
