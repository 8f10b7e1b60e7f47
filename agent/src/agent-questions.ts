import type { AgentPreviews } from './agent-previews.js'
import type { Answerer } from './agent-socket/serve.js'
import { describeAgent, type StatusParts } from './agent-status.js'
import { type ProbeDeps, probeTarget } from './cloud-commands/probe-camera.js'
import { proposeCamera } from './cloud-link/propose-camera.js'
import type { Discovery } from './discovery/discover.js'
import type { DescribeDeps } from './onvif/describe-device.js'

/** Milliseconds for a probe that a person waits for. */
const probeMs = 20_000

/** Answers what the other commands of this data folder ask. */
export function answerQuestions(
  parts: StatusParts,
  discovery: Discovery,
  probe: DescribeDeps & ProbeDeps,
  previews: AgentPreviews,
): Answerer {
  return async (request, signal) => {
    switch (request.ask) {
      case 'status':
        return describeAgent(parts)
      case 'discover': {
        const { budget_ms: budgetMs, targets } = request
        const options = { budgetMs, targets, known: parts.site.known() }
        return { devices: await discovery.discover(options, signal) }
      }
      case 'probe':
        return probeTarget(request.target, request.credentials, probeMs, probe, signal)
      case 'propose':
        return proposeCamera(parts.link, request.camera, probe.clock, signal)
      case 'trusted': {
        // Otherwise they would be waited for: nobody changes a certificate twice in a minute.
        const refused = parts.site.cameras.filter((camera) => camera.status().fault === 'tls')
        for (const camera of refused) camera.connectAnew()
        return { again: refused.map(({ settings }) => settings.name) }
      }
      case 'preview':
        return previews.open(request, signal)
    }
  }
}
