import { inBackground, kept } from '../platform/background.js'
import { isOutOfSpace, messageOf } from '../platform/errors.js'
import type { Random } from '../platform/random.js'
import { backoffMs } from '../platform/retry.js'
import { type FinishDeps, finishRecording, giveUp, UnusableJournal } from './finish-recording.js'
import { keepEventOnly } from './keep-event-only.js'
import type { OpenedEvent } from './recording-observer.js'

/** A full disk or a closed outbox passes; asking again costs little. */
const retry = { baseMs: 500, capMs: 300_000, floorMs: 100 }

/** A journal that failed this often in itself will not get better. */
const mostTries = 3

/** Events without a journal that wait in memory for a disk that takes them; what comes beyond is lost. */
const mostWithoutJournal = 1000

/** Giving up frees room for others, who do not wait longer for it, ms. */
const giveUpWithinMs = 5000

type Attempt = (failures: number, error: unknown, job: Job) => Promise<void>

interface Job {
  readonly cameraId: string
  readonly hasJournal: boolean
  done: Promise<void>
  failing: boolean
  /** Why no clip is to be made any more; null while one is. */
  givenUp: string | null
  /** Ends the wait before the next try. */
  hurry: () => void
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
   * @returns what resolves once it was tried for the first time; never rejects.
   */
  begin(eventId: string, cameraId: string, endError: string | null): Promise<void> {
    return this.#start(eventId, cameraId, true, async (failures, error, job) => {
      if (job.givenUp !== null) {
        await keepEventOnly(this.#deps.files.journal(eventId), job.givenUp)
        job.givenUp = null
      }
      await (error instanceof UnusableJournal && failures >= mostTries
        ? giveUp(this.#deps, eventId, messageOf(error))
        : finishRecording(this.#deps, eventId, endError, this.#stop.signal))
    })
  }

  /** Events with a journal out of which no clip could be made so far, the oldest first. */
  failing(): string[] {
    const failing = [...this.#jobs].filter(([, job]) => job.failing && job.hasJournal && job.givenUp === null)
    return failing.map(([eventId]) => eventId).toSorted()
  }

  /** Makes no clip of an event that is failing; resolves when that is done, or put off again. */
  async giveUp(eventId: string, reason: string): Promise<void> {
    const job = this.#jobs.get(eventId)
    if (job === undefined) return
    job.givenUp = reason
    job.hurry()
    let cancel = () => {}
    const overdue = new Promise<void>((resolve) => {
      cancel = this.#deps.clock.after(giveUpWithinMs, resolve)
    })
    await Promise.race([job.done, overdue])
    cancel()
  }

  /** Closes an event that has no journal. */
  closeWithoutClip(event: OpenedEvent, error: string | null): void {
    const { observer, room, log } = this.#deps
    const { eventId, cameraId } = event
    if ([...this.#jobs.values()].filter(({ hasJournal }) => !hasJournal).length >= mostWithoutJournal) {
      log.error({ eventId, cameraId }, 'recording.event_lost')
      room.lost('events', eventId)
      return
    }
    const tell = async () => {
      await observer.opened(event)
      await observer.closed({ eventId, cameraId, clip: null, snapshot: null, error })
    }
    inBackground(this.#start(eventId, cameraId, false, tell), log, 'recording.not_finished', { eventId })
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

  #start(eventId: string, cameraId: string, hasJournal: boolean, attempt: Attempt): Promise<void> {
    if (this.#jobs.has(eventId)) return Promise.resolve()
    let tried = () => {}
    const first = new Promise<void>((resolve) => {
      tried = resolve
    })
    const job: Job = {
      cameraId,
      hasJournal,
      failing: false,
      givenUp: null,
      done: Promise.resolve(),
      hurry: () => undefined,
    }
    this.#jobs.set(eventId, job)
    const ended = () => {
      this.#jobs.delete(eventId)
      tried()
    }
    job.done = kept(this.#persist(eventId, job, attempt, tried).finally(ended))
    return first
  }

  async #persist(eventId: string, job: Job, attempt: Attempt, tried: () => void): Promise<void> {
    const { signal } = this.#stop
    const { room } = this.#deps
    let last: unknown = null
    for (let failures = 0; !signal.aborted; ) {
      try {
        await attempt(failures, last, job)
        return
      } catch (error) {
        if (signal.aborted) return
        last = error
        failures += 1
        job.failing = true
        const waitMs = backoffMs(failures, retry, this.#random)
        this.#deps.log.error({ err: error, eventId, failures, waitMs }, 'recording.finish_failed')
        if (isOutOfSpace(error)) room.wanted()
        tried()
        await this.#wait(waitMs, job)
      }
    }
  }

  /** Until the time is over, the job is hurried, or everything ends. */
  async #wait(ms: number, job: Job): Promise<void> {
    const hurried = new AbortController()
    job.hurry = () => hurried.abort()
    const signal = AbortSignal.any([this.#stop.signal, hurried.signal])
    await this.#deps.clock.delay(ms, { signal }).catch(() => undefined)
    job.hurry = () => undefined
  }
}
