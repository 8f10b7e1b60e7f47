import type { CameraList } from '../cameras/camera-supervisor.js'
import type { EventClock } from '../outbox/event-publisher.js'
import type { Clock } from '../platform/clock.js'
import { every } from '../platform/every.js'
import { notBefore, ServiceTime } from '../platform/service-time.js'
import { readClockEvidence } from '../telemetry/clock-evidence.js'
import type { AgentContext } from './agent-context.js'

const checkEveryMs = 60_000
/** Checks after which the service time is written down. */
const keepEvery = 10
/** A clock that differs from the cloud's by less is right, ms. */
const rightWithinMs = 5000
/** A machine whose clock cannot be right gets this long to set it before its cameras are recorded, ms. */
export const waitForClockMs = 60_000
const waitStepMs = 500
/** An hour back is a correction; more than that is a clock that lost the time. */
const lostMs = 3_600_000

/** An agent's context with its clocks as they are found at the start. */
interface OpenedTimeSync {
  /** With a wall clock that gives no time before the last one known to be true. */
  readonly context: AgentContext
  readonly service: ServiceTime
  readonly timeSync: TimeSync
}

/** Reads what is known of time in the data folder. */
export async function openTimeSync(context: AgentContext): Promise<OpenedTimeSync> {
  const service = await ServiceTime.open(context.dataDir, context.clock)
  const held = { ...context, clock: notBefore(() => service.earliestMs, context.clock, lostMs) }
  return { context: held, service, timeSync: new TimeSync(held, service, context.clock) }
}

/** What is known of this machine's clocks. */
export class TimeSync {
  readonly #context: AgentContext
  readonly #service: ServiceTime
  readonly #machine: Pick<Clock, 'now'>
  readonly #startedMs: number
  #synced: boolean | null = null
  #checks = 0
  /** The cloud's clock minus ours, ms; null before it was measured. Set once there is a link. */
  offsetMs: () => number | null = () => null

  /** @param machine its wall clock as it is, also where it lost the time */
  constructor(context: AgentContext, service: ServiceTime, machine: Pick<Clock, 'now'>) {
    this.#context = context
    this.#service = service
    this.#machine = machine
    this.#startedMs = context.clock.monotonic()
  }

  /** Whether the wall clock of the machine is before any time that can be. */
  #isLost(): boolean {
    return this.#machine.now() < this.#service.earliestMs - lostMs
  }

  /** Whether a time service holds the wall clock; null if not known. */
  get synced(): boolean | null {
    return this.#isLost() ? false : this.#synced
  }

  /** What is kept beside the times of an event. */
  get evidence(): EventClock {
    return { offsetMs: this.offsetMs(), synced: this.synced }
  }

  /** Since the agent started. */
  get uptimeSec(): number {
    return Math.round((this.#context.clock.monotonic() - this.#startedMs) / 1000)
  }

  /** The wall clock, as frames carry it. */
  get now(): string {
    return new Date(this.#context.clock.now()).toISOString()
  }

  /** Checks the wall clock until `signal` aborts. */
  run(signal: AbortSignal): Promise<void> {
    return every(checkEveryMs, () => this.#check(), this.#context, signal)
  }

  /**
   * The cameras, once the wall clock can be right: what is recorded before is stamped with a time that is not. A
   * machine without a battery asks a time service at its start; one that finds none records after a minute all
   * the same, and says that its clock is not held.
   */
  whenSet(cameras: CameraList): CameraList & { run(signal: AbortSignal): Promise<void> } {
    let isOpen = !this.#isLost()
    const listeners = new Set<() => void>()
    const { clock, log } = this.#context
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

  async #check(): Promise<void> {
    this.#synced = await readClockEvidence(this.#context.clock)
    // Where the cloud shows the time of the machine, it was the one kept as true that was none: of a time service gone wrong.
    if (this.#agreesWithCloud() || (!this.#isLost() && this.#synced === true)) this.#service.confirm()
    this.#checks += 1
    if (this.#checks % keepEvery === 2) await this.#service.keep()
  }

  /** Of the machine's own clock, whatever is made of it. */
  #agreesWithCloud(): boolean {
    const offsetMs = this.offsetMs()
    if (offsetMs === null) return false
    const cloudMs = this.#context.clock.now() + offsetMs
    return Math.abs(cloudMs - this.#machine.now()) < rightWithinMs
  }
}
