import type { AgentContext } from '../runtime/agent-context.js'

/** The time that a program has from SIGTERM to its end, ms. */
const endWithinMs = 10_000

/** Something that works until it is closed. */
interface Closing {
  close(): Promise<void>
  /** Rejects if it cannot go on. */
  readonly ended?: Promise<void>
}

/** Begins something and ends it in order at SIGTERM, at SIGINT, or when the process that started us is gone. */
export async function runUntilStopped(
  agentContext: AgentContext,
  begin: () => Promise<Closing>,
): Promise<void> {
  exitWhenCrashed(agentContext)
  const stopped = stopAsked()
  try {
    const running = await begin()
    await (running.ended ? Promise.race([stopped, running.ended]) : stopped)
    // A part that does not end must not keep the service manager waiting.
    const overdue = agentContext.clock.after(endWithinMs, () => {
      agentContext.log.error('agent.not_stopped_in_time')
      process.exit(1)
    })
    await running.close()
    overdue()
  } finally {
    // The channel to the process that started us would keep this one alive.
    if (process.connected) process.disconnect()
  }
}

/** Whoever supervises the service starts it again; what was kept on disk goes on from there. */
function exitWhenCrashed({ log }: AgentContext): void {
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    // Instead of what other commands print: the log has it.
    process.removeAllListeners(fault)
    process.on(fault, (err: unknown) => {
      log.fatal({ err }, 'agent.crashed')
      process.exit(1)
    })
  }
}

/** Resolves when somebody wants this process to end. Asking again changes nothing. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
    if (process.connected) process.on('disconnect', () => resolve())
    // It was gone before we came to listen.
    else if (process.send !== undefined) resolve()
  })
}
