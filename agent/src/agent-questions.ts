import type { Answerer } from './agent-socket/serve.js'
import { describeAgent, type StatusParts } from './agent-status.js'
import { type ProbeDeps, probeAddress } from './cloud-commands/probe-camera.js'
import type { Discovery } from './discovery/discover.js'

/** Milliseconds for a probe that a person waits for. */
const probeMs = 20_000

/** Answers what the other commands of this data folder ask. */
export function answerQuestions(parts: StatusParts, discovery: Discovery, probe: ProbeDeps): Answerer {
  return async (request, signal) => {
    switch (request.ask) {
      case 'status':
        return describeAgent(parts)
      case 'discover': {
        const options = { budgetMs: request.budget_ms, known: parts.site.known() }
        return { devices: await discovery.discover(options, signal) }
      }
      case 'probe': {
        const { url, username, password } = request
        const credentials = username === null ? null : { username, password: password ?? '' }
        return probeAddress({ url, credentials }, probeMs, probe, signal)
      }
    }
  }
}
