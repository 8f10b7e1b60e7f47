import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { inBackground } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import { AgentError, exitCodes, isAbort } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import { backoffMs } from '../platform/retry.js'
import { WorkerProcess } from '../platform/worker-process.js'
import { mostCamerasOfOne } from './start-relay.js'

/** What a child reports to its parent. */
export const ChildMessage = z.object({ cameras: z.number().int().min(0) })
export type ChildMessage = z.infer<typeof ChildMessage>

/** One child: its own data folder, its own session, at most fifty cameras. */
export interface ChildPlan {
  readonly number: number
  readonly dataDir: string
  readonly capacity: number
}

/** How `cameras` are shared by children. */
export function planChildren(dataDir: string, cameras: number): ChildPlan[] {
  const count = Math.ceil(cameras / mostCamerasOfOne)
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    dataDir: join(dataDir, `relay-${index + 1}`),
    capacity: Math.min(mostCamerasOfOne, cameras - index * mostCamerasOfOne),
  }))
}

interface RelayChildrenOptions {
  readonly plans: readonly ChildPlan[]
  readonly program: string
  /** The command line of a child. */
  readonly args: (plan: ChildPlan) => readonly string[]
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

const backoff = { baseMs: 1000, capMs: 60_000, floorMs: 250 }
/** One that lived this long was well: its end is the first of a new row. */
const wellAfterMs = 60_000
/** What a child gets to end in order; the parent has ten seconds itself. */
const graceMs = 9_000
/** Starting again would end in the same way. */
const hopeless = new Map<number, string>([
  [exitCodes.usage, 'it was started wrongly'],
  [exitCodes.already_running, 'another relay is running with this data folder'],
])

/**
 * The children of a relay. The first one always runs; each further one begins when all before it are full, or
 * when it was there before and may have something to send. One that dies is started again.
 */
export class RelayChildren {
  readonly #options: RelayChildrenOptions
  readonly #held = new Map<number, number>()
  readonly #running: Promise<void>[] = []
  readonly #stop = new AbortController()
  #failure: Error | null = null

  constructor(options: RelayChildrenOptions) {
    this.#options = options
  }

  /**
   * Runs the children until `signal` aborts and all have ended in order.
   * @throws AgentError if one of them can never run
   */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#stop.abort(new Error('the relay stops'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    const { plans } = this.#options
    const left = plans.findLast(({ dataDir }) => existsSync(dataDir))
    for (let number = 1; number <= Math.max(left?.number ?? 0, 1); number += 1) this.#begin(number)
    // Whoever is waited for may begin a further one.
    for (let index = 0; index < this.#running.length; index += 1) await this.#running[index]
    signal.removeEventListener('abort', stop)
    if (this.#failure) throw this.#failure
  }

  #begin(number: number): void {
    const plan = this.#options.plans[number - 1]
    if (!plan || this.#running.length >= number || this.#stop.signal.aborted) return
    this.#running.push(
      this.#keepRunning(plan).catch((error: unknown) => {
        this.#failure ??= error instanceof Error ? error : new Error(String(error))
        this.#stop.abort(this.#failure)
      }),
    )
  }

  async #keepRunning(plan: ChildPlan): Promise<void> {
    const { clock, random, log } = this.#options
    const { signal } = this.#stop
    for (let failures = 0; !signal.aborted; ) {
      const startedMs = clock.monotonic()
      const { code, reason } = await this.#once(plan)
      if (signal.aborted) return
      const why = hopeless.get(code ?? -1)
      if (why !== undefined) throw new AgentError(code === exitCodes.usage ? 'usage' : 'already_running', why)
      failures = clock.monotonic() - startedMs >= wellAfterMs ? 1 : failures + 1
      const waitMs = Math.round(backoffMs(failures, backoff, random))
      log.error({ child: plan.number, reason, failures, waitMs }, 'relay.child_died')
      await clock.delay(waitMs, { signal }).catch((error: unknown) => {
        if (!isAbort(error, signal)) throw error
      })
    }
  }

  /** One life of a child. */
  async #once(plan: ChildPlan) {
    const { program, args, clock, log } = this.#options
    const { signal } = this.#stop
    const onMessage = (message: unknown) => this.#heard(plan, message)
    const child = new WorkerProcess({ program, args: args(plan), clock, onMessage })
    log.info({ child: plan.number, pid: child.pid, capacity: plan.capacity }, 'relay.child_started')
    const stop = () => inBackground(child.stop(graceMs), log, 'relay.child_not_stopped')
    signal.addEventListener('abort', stop, { once: true })
    const end = await child.ended
    signal.removeEventListener('abort', stop)
    this.#held.delete(plan.number)
    return end
  }

  #heard(plan: ChildPlan, message: unknown): void {
    const reported = ChildMessage.safeParse(message)
    if (!reported.success) return
    this.#held.set(plan.number, reported.data.cameras)
    const running = this.#options.plans.slice(0, this.#running.length)
    const isFull = running.every(({ number, capacity }) => (this.#held.get(number) ?? 0) >= capacity)
    if (isFull) this.#begin(this.#running.length + 1)
  }
}
