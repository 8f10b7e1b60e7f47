import { rm } from 'node:fs/promises'
import type { Dispatcher } from 'undici'
import type { CloudLink } from '../cloud-link/link.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Clock } from '../platform/clock.js'
import { isAbort } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import { backoffMs } from '../platform/retry.js'
import { type UploadOutcome, uploadFile } from './upload-file.js'
import type { UploadQueue } from './upload-queue.js'
import type { UploadRecord } from './upload-record.js'

export interface UploaderDeps {
  readonly queue: UploadQueue
  readonly outbox: Outbox
  readonly link: Pick<CloudLink, 'request' | 'isLive' | 'onChange'>
  readonly cloudUrl: string
  readonly dispatcher: Dispatcher
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** Files under way at once: one large clip must not hold up every picture. */
const lanes = 2
const backoff = { baseMs: 1000, capMs: 60_000, floorMs: 250 }
/** Definite refusals after which a file is given up; broken connections do not count. */
const mostRefusals = 3
/** A plan that goes stale again and again is trouble as well. */
const mostRounds = 5

/** An attempt after which nothing is left to be done at once. */
type Settled = Exclude<UploadOutcome, { kind: 'again' }>

/** Brings finished recordings to the cloud, for as long as it takes, and removes what arrived. */
export class Uploader {
  readonly #deps: UploaderDeps
  readonly #busy = new Map<string, UploadRecord>()
  /** What failed lately waits its turn without holding up others: key -> when, and how often in a row. */
  readonly #waiting = new Map<string, { readonly untilMs: number; readonly failures: number }>()
  #wake = () => {}

  constructor(deps: UploaderDeps) {
    this.#deps = deps
  }

  /** Cameras of which files are being sent now. */
  get cameras(): ReadonlySet<string> {
    return new Set([...this.#busy.values()].map(({ cameraId }) => cameraId))
  }

  /** Uploads until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { link, outbox } = this.#deps
    const wake = () => this.#wake()
    const stops = [link.onChange(wake), outbox.onChange(wake)]
    signal.addEventListener('abort', wake, { once: true })
    const working = new Set<Promise<void>>()
    try {
      while (!signal.aborted) {
        const changed = new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        const nowMs = this.#deps.clock.monotonic()
        for (const record of await this.#startable(nowMs)) {
          const work = this.#work(record, signal).finally(() => {
            working.delete(work)
            this.#wake()
          })
          working.add(work)
        }
        const cancel = this.#wakeAfter(nowMs)
        await changed
        cancel()
      }
    } finally {
      for (const stop of stops) stop()
      await Promise.allSettled(working)
    }
  }

  async #startable(nowMs: number): Promise<UploadRecord[]> {
    const { link, queue, outbox } = this.#deps
    if (!link.isLive || this.#busy.size >= lanes) return []
    const due = await queue.due(outbox.acked)
    const free = due.filter((record) => {
      const key = keyOf(record)
      // The picture of an event goes before its clip.
      const behind = due.some((other) => other.object.kind === 'snapshot' && isOfSameEvent(other, record))
      return (
        !this.#busy.has(key) &&
        (this.#waiting.get(key)?.untilMs ?? 0) <= nowMs &&
        (record.object.kind === 'snapshot' || !behind)
      )
    })
    return free.slice(0, lanes - this.#busy.size).map((record) => {
      this.#busy.set(keyOf(record), record)
      return record
    })
  }

  async #work(record: UploadRecord, signal: AbortSignal): Promise<void> {
    const key = keyOf(record)
    const { log, clock } = this.#deps
    const startedMs = clock.monotonic()
    try {
      const outcome = await this.#attempt(record, signal)
      const ms = Math.round(clock.monotonic() - startedMs)
      await this.#settle(record, outcome, ms)
    } catch (error) {
      if (isAbort(error, signal)) return
      log.error({ err: error, ...nameOf(record) }, 'upload.failed')
      this.#putOff(key)
    } finally {
      this.#busy.delete(key)
    }
  }

  async #attempt(record: UploadRecord, signal: AbortSignal): Promise<Settled> {
    const { link } = this.#deps
    const deps = {
      ...this.#deps,
      begin: (object: UploadRecord['object']) => link.request('upload.begin', object, record.cameraId),
      complete: (uploadId: string) =>
        link.request('upload.complete', { upload_id: uploadId }, record.cameraId),
    }
    for (let round = 1; ; round += 1) {
      const outcome = await uploadFile(record.path, record.object, deps, signal)
      if (outcome.kind !== 'again') return outcome
      if (round === mostRounds) return { kind: 'trouble', reason: outcome.reason }
    }
  }

  async #settle(record: UploadRecord, outcome: Settled, ms: number) {
    const { queue, log } = this.#deps
    switch (outcome.kind) {
      case 'stored':
        // The file goes first: a record without its file would be asked for again and again.
        await rm(record.path, { force: true })
        await queue.remove(record)
        this.#waiting.delete(keyOf(record))
        log.info({ ...nameOf(record), bytes: record.object.bytes, ms }, 'upload.stored')
        return
      case 'trouble':
        this.#putOff(keyOf(record))
        log.warn({ ...nameOf(record), reason: outcome.reason, ms }, 'upload.put_off')
        return
      case 'refused': {
        const refusals = record.refusals + 1
        const failed = outcome.final || refusals >= mostRefusals
        await queue.save({
          ...record,
          refusals,
          reason: outcome.reason,
          state: failed ? 'failed' : 'pending',
        })
        if (failed) this.#waiting.delete(keyOf(record))
        else this.#putOff(keyOf(record))
        log.error({ ...nameOf(record), reason: outcome.reason, refusals, failed }, 'upload.refused')
      }
    }
  }

  #putOff(key: string): void {
    const failures = (this.#waiting.get(key)?.failures ?? 0) + 1
    const untilMs = this.#deps.clock.monotonic() + backoffMs(failures, backoff, this.#deps.random)
    this.#waiting.set(key, { untilMs, failures })
  }

  /** Wakes the loop when the first of those that had to wait at `nowMs` may be tried again. */
  #wakeAfter(nowMs: number): () => void {
    const { clock } = this.#deps
    const untils = [...this.#waiting.values()].map(({ untilMs }) => untilMs).filter((ms) => ms > nowMs)
    if (untils.length === 0) return () => {}
    return clock.after(Math.max(Math.min(...untils) - clock.monotonic(), 0), () => this.#wake())
  }
}

function keyOf({ object }: UploadRecord): string {
  return `${object.event_id} ${object.kind}`
}

function nameOf({ object }: UploadRecord): { eventId: string; kind: string } {
  return { eventId: object.event_id, kind: object.kind }
}

function isOfSameEvent(one: UploadRecord, other: UploadRecord): boolean {
  return one.object.event_id === other.object.event_id
}
