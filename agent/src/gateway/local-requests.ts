import type { Answerer } from '../agent-socket/serve.js'
import type { CarryOutDeps } from '../cloud-commands/carry-out.js'
import { probeTarget } from '../cloud-commands/probe-camera.js'
import { proposeCamera } from '../cloud-link/propose-camera.js'
import { describeAgent, type StatusParts } from './agent-status.js'
import type { CameraPreviews } from './camera-previews.js'

/** Milliseconds for a probe that a person waits for. */
const probeMs = 28_000

/** Answers what the other commands of this data folder ask. */
export function answerLocalRequests(
  parts: StatusParts,
  {
    discovery,
    probe,
    previews,
  }: Pick<CarryOutDeps, 'discovery' | 'probe'> & { readonly previews: CameraPreviews },
): Answerer {
  return async (request, signal) => {
    switch (request.ask) {
      case 'status':
        return describeAgent(parts)
      case 'discover': {
        const { budget_ms: budgetMs, targets } = request
        const options = { budgetMs, targets, known: parts.supervisor.known() }
        return { devices: await discovery.discover(options, signal) }
      }
      case 'probe':
        return probeTarget(request, probeMs, probe, signal)
      case 'propose':
        return proposeCamera(parts.link, request.camera, probe.clock, signal)
      case 'trusted': {
        // Otherwise they would be waited for: no one changes a certificate twice in a minute.
        const refused = parts.supervisor.cameras.filter((camera) => camera.status().fault === 'tls')
        for (const camera of refused) camera.reconnect()
        return { again: refused.map(({ settings }) => settings.name) }
      }
      case 'preview':
        return previews.open(request, signal)
    }
  }
}
