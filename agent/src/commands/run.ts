import { once } from 'node:events'
import { startAgent } from '../agent.js'
import { type CommonOptions, contextOf } from './command-context.js'

/** `agent run`: works until SIGTERM or SIGINT, and ends in order within ten seconds. */
export async function runCommand(options: CommonOptions): Promise<void> {
  const { ground, config } = contextOf(options, false)
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (err: unknown) => {
      // Whoever supervises the service starts it again; what was kept on disk goes on from there.
      ground.log.fatal({ err }, 'agent.crashed')
      process.exit(1)
    })
  }
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const agent = await startAgent({ ...ground, cameraCidrs: config.cameraCidrs })
  await stopped
  // A part that does not end must not keep the service manager waiting.
  const overdue = ground.clock.after(10_000, () => {
    ground.log.error('agent.not_stopped_in_time')
    process.exit(1)
  })
  await agent.close()
  overdue()
}
