import { BackgroundTasks } from '../platform/background.js'
import type { Lifetime } from '../platform/lifetime.js'
import type { AgentContext } from './agent-context.js'

/** A part of the agent that runs until its signal aborts. */
interface Part {
  run(signal: AbortSignal): Promise<void>
}

/** After an unforeseen failure, ms: no tight loop. */
const afterBugMs = 5000

/** @returns what begins the work of a part in the background; all of it ends in one step of `lifetime`. */
export function workUntilTheEnd(
  lifetime: Lifetime,
  context: Pick<AgentContext, 'clock' | 'log'>,
): (part: Part) => void {
  const root = new AbortController()
  const working = new BackgroundTasks((err) => context.log.error({ err }, 'agent.part_ended'))
  lifetime.add('work', async () => {
    root.abort(new Error('the agent stops'))
    await working.settled()
  })
  return (part) => working.add(keepRunning(part, context, root.signal))
}

/** What a part does not catch itself ends neither the agent nor, for long, the part. */
async function keepRunning(
  part: Part,
  { clock, log }: Pick<AgentContext, 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await part.run(signal)
      return
    } catch (err) {
      if (signal.aborted) return
      log.error({ err }, 'agent.part_failed')
      await clock.delay(afterBugMs, { signal }).catch(() => undefined)
    }
  }
}
