import { every } from '../platform/every.js'
import type { RecordedVolume } from '../recording/recorded-volume.js'
import type { AgentContext } from '../runtime/agent-context.js'
import { createTelemetrySampler } from '../telemetry/sampler.js'
import { recordingStates, type StatusParts } from './agent-status.js'
import { readRecordingFigures } from './recording-figures.js'

/** How often the recorders are polled, ms. */
const pollEveryMs = 500

const nothingKnown = {
  cpu_percent: null,
  memory_mb: null,
  disk_free_mb: null,
  network_throughput: { upstream_mbps: null, downstream_mbps: null },
}

type ReporterParts = StatusParts & { readonly recorded: RecordedVolume }

/**
 * Telemetry: the machine's state as often as it is sampled, the recorders' as soon as one begins or ends
 * something, and what is in the way of recordings.
 */
export class TelemetryReporter {
  readonly #context: AgentContext
  readonly #parts: ReporterParts
  readonly #sampler

  constructor(context: AgentContext, parts: ReporterParts) {
    this.#context = context
    this.#parts = parts
    this.#sampler = createTelemetrySampler({
      ...context,
      recordings: () => readRecordingFigures(parts.uploads, parts.recorded),
      send: () => this.report(),
    })
  }

  /** Sends what is known now. */
  report(): void {
    const { link } = this.#parts
    const sample = this.#sampler.latest() ?? nothingKnown
    const obstacle = this.#parts.uploader.obstacle
    link.send('telemetry', {
      ...sample,
      camera_recording_status: recordingStates(this.#parts),
      ...(obstacle && { upload_obstacle: obstacle.facts }),
    })
  }

  /** Samples and reports until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    let reported = ''
    const poll = () => {
      const { obstacle } = this.#parts.uploader
      const news = JSON.stringify([recordingStates(this.#parts), obstacle?.facts])
      if (news !== reported) this.report()
      reported = news
    }
    await Promise.all([this.#sampler.run(signal), every(pollEveryMs, poll, this.#context, signal)])
  }
}
