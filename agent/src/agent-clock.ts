import type { AgentGround } from './agent-parts.js'
import { every } from './platform/every.js'
import { readClockEvidence } from './telemetry/clock-evidence.js'

const lookEveryMs = 60_000

/** What is known of this machine's clocks. */
export class AgentClock {
  readonly #ground: AgentGround
  readonly #startedMs: number
  #synced: boolean | null = null

  constructor(ground: AgentGround) {
    this.#ground = ground
    this.#startedMs = ground.clock.monotonic()
  }

  /** Whether a time service holds the wall clock; null if not known. */
  get synced(): boolean | null {
    return this.#synced
  }

  /** Since the agent started. */
  get uptimeSec(): number {
    return Math.round((this.#ground.clock.monotonic() - this.#startedMs) / 1000)
  }

  /** The wall clock, as frames carry it. */
  get now(): string {
    return new Date(this.#ground.clock.now()).toISOString()
  }

  /** Looks after the wall clock until `signal` aborts. */
  run(signal: AbortSignal): Promise<void> {
    const look = async () => {
      this.#synced = await readClockEvidence(this.#ground.clock)
    }
    return every(lookEveryMs, look, this.#ground, signal)
  }
}
