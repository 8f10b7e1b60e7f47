import type { AgentGround } from './agent-parts.js'
import { recordingStates, type StatusParts } from './agent-status.js'
import { every } from './platform/every.js'
import { createTelemetrySampler } from './telemetry/sampler.js'

/** How often the recorders are looked at, ms. */
const lookEveryMs = 500

const nothingKnown = {
  cpu_percent: null,
  memory_mb: null,
  disk_free_mb: null,
  network_throughput: { upstream_mbps: null, downstream_mbps: null },
}

/** Telemetry: the machine's state at the sampler's pace, the recorders' as soon as one begins or ends something. */
export class AgentTelemetry {
  readonly #ground: AgentGround
  readonly #parts: StatusParts
  readonly #sampler

  constructor(ground: AgentGround, parts: StatusParts) {
    this.#ground = ground
    this.#parts = parts
    this.#sampler = createTelemetrySampler({ ...ground, send: () => this.tell() })
  }

  /** Tells the cloud what is known now. */
  tell(): void {
    const { link } = this.#parts
    const sample = this.#sampler.latest() ?? nothingKnown
    link.send('telemetry', { ...sample, camera_recording_status: recordingStates(this.#parts) })
  }

  /** Samples and tells until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    let told = ''
    const look = () => {
      const states = JSON.stringify(recordingStates(this.#parts))
      if (states !== told) this.tell()
      told = states
    }
    await Promise.all([this.#sampler.run(signal), every(lookEveryMs, look, this.#ground, signal)])
  }
}
