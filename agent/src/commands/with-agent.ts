import type { z } from 'zod'
import { startAgent } from '../agent.js'
import { askAgent } from '../agent-socket/ask.js'
import { type SocketRequest, socketAnswers } from '../agent-socket/messages.js'
import { AgentError } from '../platform/errors.js'
import type { CommandContext } from './command-context.js'

/** Asks the agent of the data folder. @throws AgentError with what it says */
export type AskAgent = <T>(request: SocketRequest, answer: z.ZodType<T>) => Promise<T>

/**
 * Works with the agent of the data folder: the one that runs, or one that is run for as long as this takes.
 * @throws AgentError `not_paired`, or what the agent says
 */
export async function withAgent<T>(
  { ground, config }: CommandContext,
  work: (ask: AskAgent, runs: boolean) => Promise<T>,
): Promise<T> {
  const ask: AskAgent = async (request, answer) => {
    const answered = await askAgent(ground.dataDir, request, answer)
    if (answered !== null) return answered
    throw new AgentError('failed', 'the agent has ended meanwhile', { hint: 'Run the same command again.' })
  }
  if (await askAgent(ground.dataDir, { ask: 'status' }, socketAnswers.status)) return work(ask, true)
  const agent = await startAgent({ ...ground, cameraCidrs: config.cameraCidrs })
  try {
    return await work(ask, false)
  } finally {
    await agent.close()
  }
}
