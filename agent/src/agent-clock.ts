import type { AgentGround } from './agent-parts.js'
import type { ClockEvidence } from './outbox/recording-journal.js'
import { every } from './platform/every.js'
import { notBefore, ServiceTime } from './platform/service-time.js'
import type { CameraList } from './site/site.js'
import { readClockEvidence } from './telemetry/clock-evidence.js'

const lookEveryMs = 60_000
/** Looks after which the service time is written down. */
const keepEvery = 10
/** A clock that differs from the cloud's by less is right, ms. */
const rightWithinMs = 5000
/** A machine whose clock cannot be right gets this long to set it before its cameras are recorded, ms. */
export const waitForClockMs = 60_000
const waitStepMs = 500
/** An hour back is a correction; more than that is a clock that lost the time. */
const lostMs = 3_600_000

/** An agent's ground, as its clocks are found at the start. */
export interface GroundInTime {
  /** With a wall clock that tells no time before the last one known to be true. */
  readonly ground: AgentGround
  readonly service: ServiceTime
  readonly clock: AgentClock
}

/** Reads what is known of time in the data folder. */
export async function inTime(ground: AgentGround): Promise<GroundInTime> {
  const service = await ServiceTime.open(ground.dataDir, ground.clock)
  const held = { ...ground, clock: notBefore(service.earliestMs, ground.clock, lostMs) }
  const isLost = () => ground.clock.now() < service.earliestMs - lostMs
  return { ground: held, service, clock: new AgentClock(held, service, isLost) }
}

/** What is known of this machine's clocks. */
export class AgentClock {
  readonly #ground: AgentGround
  readonly #service: ServiceTime
  readonly #isLost: () => boolean
  readonly #startedMs: number
  #synced: boolean | null = null
  #looks = 0
  /** The cloud's clock minus ours, ms; null before it was measured. Set once there is a link. */
  offsetMs: () => number | null = () => null

  /** @param isLost whether the wall clock of the machine is before any time that can be */
  constructor(ground: AgentGround, service: ServiceTime, isLost: () => boolean) {
    this.#ground = ground
    this.#service = service
    this.#isLost = isLost
    this.#startedMs = ground.clock.monotonic()
  }

  /** Whether a time service holds the wall clock; null if not known. */
  get synced(): boolean | null {
    return this.#isLost() ? false : this.#synced
  }

  /** What is kept beside the times of an event. */
  get evidence(): ClockEvidence {
    return { offsetMs: this.offsetMs(), synced: this.synced }
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
    return every(lookEveryMs, () => this.#look(), this.#ground, signal)
  }

  /**
   * The cameras, once the wall clock can be right: what is recorded before is stamped with a time that is not. A
   * machine without a battery asks a time service at its start; one that finds none records after a minute all
   * the same, and says that its clock is not held.
   */
  whenSet(cameras: CameraList): CameraList & { run(signal: AbortSignal): Promise<void> } {
    let isOpen = !this.#isLost()
    const listeners = new Set<() => void>()
    const { clock, log } = this.#ground
    return {
      get cameras() {
        return isOpen ? cameras.cameras : []
      },
      onChange(listener) {
        listeners.add(listener)
        const stop = cameras.onChange(listener)
        return () => {
          listeners.delete(listener)
          stop()
        }
      },
      run: async (signal) => {
        if (isOpen) return
        log.warn('clock.waiting_to_be_set')
        const startedMs = clock.monotonic()
        while (this.#isLost() && clock.monotonic() - startedMs < waitForClockMs && !signal.aborted) {
          await clock.delay(waitStepMs, { signal }).catch(() => undefined)
        }
        log[this.#isLost() ? 'warn' : 'info']({ isSet: !this.#isLost() }, 'clock.waited')
        isOpen = true
        for (const listener of listeners) listener()
      },
    }
  }

  async #look(): Promise<void> {
    this.#synced = await readClockEvidence(this.#ground.clock)
    const offsetMs = this.offsetMs()
    const agreesWithCloud = offsetMs !== null && Math.abs(offsetMs) < rightWithinMs
    if (!this.#isLost() && (this.#synced === true || agreesWithCloud)) this.#service.confirm()
    this.#looks += 1
    if (this.#looks % keepEvery === 2) await this.#service.keep()
  }
}
