import { messageOf } from '../platform/errors.js'
import type { Random } from '../platform/random.js'
import { backoffMs } from '../platform/retry.js'
import { type FinishDeps, finishRecording, giveUp, UnusableJournal } from './finish-recording.js'
import type { OpenedEvent } from './recording-observer.js'

/** A full disk or a closed outbox passes; asking again costs little. */
const retry = { baseMs: 500, capMs: 300_000, floorMs: 100 }

/** A journal that failed this often in itself will not get better. */
const mostTries = 3

interface Job {
  readonly cameraId: string
  readonly done: Promise<void>
  failing: boolean
}

/** Takes events that are over to their end, however often that needs to be tried. */
export class Finishing {
  readonly #deps: FinishDeps
  readonly #random: Random
  readonly #stop = new AbortController()
  readonly #jobs = new Map<string, Job>()

  constructor(deps: FinishDeps, random: Random) {
    this.#deps = deps
    this.#random = random
  }

  /**
   * Makes a clip of the journal of an event; not twice at a time.
   * @param endError why the recording ended, in case that is not in the journal.
   */
  begin(eventId: string, cameraId: string, endError: string | null): void {
    this.#start(eventId, cameraId, (failures, error) =>
      error instanceof UnusableJournal && failures >= mostTries
        ? giveUp(this.#deps, eventId, messageOf(error))
        : finishRecording(this.#deps, eventId, endError, this.#stop.signal),
    )
  }

  /** Closes an event that has no journal. */
  closeWithoutClip(event: OpenedEvent, error: string | null): void {
    const { observer } = this.#deps
    const { eventId, cameraId } = event
    this.#start(eventId, cameraId, async () => {
      await observer.opened(event)
      await observer.closed({ eventId, cameraId, clip: null, snapshot: null, error })
    })
  }

  stateOf(cameraId: string): 'idle' | 'finishing' | 'error' {
    const jobs = [...this.#jobs.values()].filter((job) => job.cameraId === cameraId)
    if (jobs.some((job) => job.failing)) return 'error'
    return jobs.length > 0 ? 'finishing' : 'idle'
  }

  /** Resolves once nothing is left to do. */
  async settled(): Promise<void> {
    while (this.#jobs.size > 0) await Promise.all([...this.#jobs.values()].map((job) => job.done))
  }

  /** Lets what goes on come to its end within `withinMs`; the rest is for the next start. */
  async stop(withinMs: number): Promise<void> {
    const cancel = this.#deps.clock.after(withinMs, () =>
      this.#stop.abort(new Error('the agent is stopping')),
    )
    // What waits for a better time does not get it now.
    if ([...this.#jobs.values()].some((job) => job.failing))
      this.#stop.abort(new Error('the agent is stopping'))
    await this.settled()
    cancel()
  }

  #start(
    eventId: string,
    cameraId: string,
    attempt: (failures: number, error: unknown) => Promise<void>,
  ): void {
    if (this.#jobs.has(eventId)) return
    const job = { cameraId, failing: false, done: Promise.resolve() }
    this.#jobs.set(eventId, job)
    job.done = this.#persist(eventId, job, attempt).finally(() => this.#jobs.delete(eventId))
  }

  async #persist(
    eventId: string,
    job: Job,
    attempt: (failures: number, error: unknown) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#stop
    let last: unknown = null
    for (let failures = 0; !signal.aborted; ) {
      try {
        await attempt(failures, last)
        return
      } catch (error) {
        if (signal.aborted) return
        last = error
        failures += 1
        job.failing = true
        const waitMs = backoffMs(failures, retry, this.#random)
        this.#deps.log.error({ err: error, eventId, failures, waitMs }, 'recording.finish_failed')
        await this.#deps.clock.delay(waitMs, { signal }).catch(() => undefined)
      }
    }
  }
}
