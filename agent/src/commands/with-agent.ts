import type { z } from 'zod'
import { askAgent } from '../agent-socket/ask.js'
import { type AgentStatus, type SocketRequest, socketAnswers } from '../agent-socket/messages.js'
import { type Agent, startAgent } from '../gateway/start-agent.js'
import { AgentError } from '../platform/errors.js'
import type { CommandContext } from './command-context.js'

/** Asks the agent of the data folder. @throws AgentError with what it says */
export type AskAgent = <T>(request: SocketRequest, answer: z.ZodType<T>) => Promise<T>

/** How long an agent that is just starting is waited for, ms. */
const startingMs = 10_000
const lookEveryMs = 200

/**
 * Works with the agent of the data folder: the one that runs, or one that is run for as long as this takes.
 * @throws AgentError `not_paired`, or what the agent says
 */
export async function withAgent<T>(
  context: CommandContext,
  work: (ask: AskAgent, runs: boolean) => Promise<T>,
): Promise<T> {
  const { dataDir } = context.agentContext
  const ask: AskAgent = async (request, answer) => {
    const answered = await askAgent(dataDir, request, answer)
    if (answered !== null) return answered
    throw new AgentError('failed', 'the agent has ended meanwhile', { hint: 'Run the same command again.' })
  }
  if (await statusOf(dataDir)) return work(ask, true)
  const agent = await startOrFind(context)
  if (agent === null) return work(ask, true)
  try {
    return await work(ask, false)
  } finally {
    await agent.close()
  }
}

/** An agent of our own; null if another one was just starting, and answers by now. */
async function startOrFind({ agentContext, config }: CommandContext): Promise<Agent | null> {
  try {
    return await startAgent({ ...agentContext, cameraCidrs: config.cameraCidrs })
  } catch (error) {
    if (!(error instanceof AgentError) || error.kind !== 'already_running') throw error
    const { clock, dataDir } = agentContext
    const giveUpAt = clock.monotonic() + startingMs
    while (!(await statusOf(dataDir))) {
      if (clock.monotonic() >= giveUpAt) throw error
      await clock.delay(lookEveryMs)
    }
    return null
  }
}

function statusOf(dataDir: string): Promise<AgentStatus | null> {
  return askAgent(dataDir, { ask: 'status' }, socketAnswers.status)
}
