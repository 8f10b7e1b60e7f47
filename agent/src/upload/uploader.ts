import { rm } from 'node:fs/promises'
import type { Dispatcher } from 'undici'
import type { CloudLink } from '../cloud-link/link.js'
import type { LossCounts } from '../outbox/losses.js'
import type { Outbox } from '../outbox/outbox.js'
import type { UploadKind } from '../outbox/outbox-keys.js'
import { clipLostEntry } from '../outbox/recording-journal.js'
import type { Clock } from '../platform/clock.js'
import { isAbort } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import { backoffMs } from '../platform/retry.js'
import { type UploadOutcome, uploadFile } from './upload-file.js'
import type { UploadQueue } from './upload-queue.js'
import type { UploadRate } from './upload-rate.js'
import type { UploadRecord } from './upload-record.js'

export interface UploaderDeps {
  readonly queue: UploadQueue
  readonly outbox: Outbox
  readonly link: Pick<CloudLink, 'request' | 'isLive' | 'onChange'>
  readonly cloudUrl: string
  readonly dispatcher: Dispatcher
  /** The share of the line that uploads may take. */
  readonly rate: UploadRate
  readonly losses: LossCounts
  /** The time that the data folder has been in service, ms. */
  readonly service: { now(): number }
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/** Files under way at once: no large clip may hold up a picture. */
const lanes: Readonly<Record<UploadKind, number>> = { snapshot: 1, clip: 2 }
const kinds = ['snapshot', 'clip'] as const
const backoff = { baseMs: 1000, capMs: 60_000, floorMs: 250 }
/** Definite refusals after which a file is given up; broken connections do not count. */
const mostRefusals = 3
/** A plan that goes stale again and again, and brings nothing there, is trouble as well. */
const mostRounds = 5
/** After the disk or the database refused: it is asked again then, ms. */
const afterFaultMs = 5000

/** An attempt after which nothing is left to be done at once. */
type Settled = Exclude<UploadOutcome, { kind: 'again' }>

/** Brings finished recordings to the cloud, for as long as it takes, and removes what arrived. */
export class Uploader {
  readonly #deps: UploaderDeps
  readonly #busy = new Map<string, UploadRecord>()
  /** What failed lately waits its turn without holding up others: key -> when, and how often in a row. */
  readonly #waiting = new Map<string, { readonly untilMs: number; readonly failures: number }>()
  /** When the queue could not be read; null while it can. */
  #faultMs: number | null = null
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

  /** A database that cannot be read now can be later: uploads go on then. */
  async #startable(nowMs: number): Promise<UploadRecord[]> {
    const started: UploadRecord[] = []
    try {
      this.#faultMs = null
      await this.#claimDue(nowMs, started)
    } catch (err) {
      this.#faultMs = nowMs
      this.#deps.log.warn({ err }, 'upload.queue_not_read')
    }
    return started
  }

  async #claimDue(nowMs: number, started: UploadRecord[]): Promise<void> {
    const { link, queue, outbox, rate } = this.#deps
    if (!link.isLive || !rate.isOpen) return
    for (const kind of kinds) {
      const busy = [...this.#busy.values()].filter(({ object }) => object.kind === kind).length
      if (busy >= lanes[kind]) continue
      let free = lanes[kind] - busy
      for (const record of await queue.due(kind, outbox.acked)) {
        const isDue = (this.#waiting.get(keyOf(record))?.untilMs ?? 0) <= nowMs
        if (free === 0) break
        if (!isDue || (kind === 'clip' && (await this.#isBehindPicture(record, nowMs)))) continue
        if (!(await queue.claim(record))) continue
        this.#busy.set(keyOf(record), record)
        started.push(record)
        free -= 1
      }
    }
  }

  /** The picture of an event goes before its clip: it is small, and soon of use. One that has to wait holds up nothing. */
  async #isBehindPicture(clip: UploadRecord, nowMs: number): Promise<boolean> {
    const picture = keyOf({ ...clip, object: { ...clip.object, kind: 'snapshot' } })
    if ((this.#waiting.get(picture)?.untilMs ?? 0) > nowMs) return false
    return this.#deps.queue.hasPicture(clip)
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
      this.#deps.queue.release(record)
    }
  }

  async #attempt(record: UploadRecord, signal: AbortSignal): Promise<Settled> {
    const { link } = this.#deps
    const deps = {
      ...this.#deps,
      begin: (object: UploadRecord['object']) => link.request('upload.begin', object, record.cameraId),
      complete: (uploadId: string) =>
        link.request('upload.complete', { upload_id: uploadId }, record.cameraId),
      pace: (bytes: number) => this.#deps.rate.take(bytes, record.object.kind, signal),
    }
    for (let round = 1; ; round += 1) {
      const outcome = await uploadFile(record.path, record.object, deps, signal)
      if (outcome.kind !== 'again') return outcome
      // Links that expire on a slow line are no fault while parts arrive.
      if (outcome.stored > 0) round = 0
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
        this.#putOff(keyOf(record), outcome.afterMs)
        log.warn({ ...nameOf(record), reason: outcome.reason, ms }, 'upload.put_off')
        return
      case 'refused': {
        const refusals = record.refusals + 1
        const failed = outcome.final || refusals >= mostRefusals
        if (failed) await this.#giveUp({ ...record, refusals }, outcome)
        else await queue.save({ ...record, refusals, reason: outcome.reason })
        if (failed) this.#waiting.delete(keyOf(record))
        else this.#putOff(keyOf(record))
        log.error({ ...nameOf(record), reason: outcome.reason, refusals, failed }, 'upload.refused')
      }
    }
  }

  /** Sets a refused file aside, counts it, and tells the cloud that its clip will not come. */
  async #giveUp(record: UploadRecord, { reason, isKnown }: Extract<Settled, { kind: 'refused' }>) {
    const { queue, outbox, losses, service } = this.#deps
    const { kind, event_id: eventId } = record.object
    const changes = () => [
      ...queue.setAside(record, reason, service.now()),
      losses.count(kind === 'clip' ? 'clips' : 'snapshots', eventId),
    ]
    if (kind === 'snapshot' || isKnown) return queue.write(changes())
    const entry = clipLostEntry(
      { eventId, cameraId: record.cameraId },
      `the clip was not stored: ${reason}`,
      changes,
    )
    await outbox.append(entry)
  }

  #putOff(key: string, atLeastMs = 0): void {
    const failures = (this.#waiting.get(key)?.failures ?? 0) + 1
    const waitMs = Math.max(backoffMs(failures, backoff, this.#deps.random), atLeastMs)
    const untilMs = this.#deps.clock.monotonic() + waitMs
    this.#waiting.set(key, { untilMs, failures })
  }

  /** Wakes the loop when the first of those that had to wait at `nowMs` may be tried again. */
  #wakeAfter(nowMs: number): () => void {
    const { clock, rate } = this.#deps
    const untils = [...this.#waiting.values()].map(({ untilMs }) => untilMs).filter((ms) => ms > nowMs)
    if (this.#faultMs !== null || !rate.isOpen) untils.push(nowMs + afterFaultMs)
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
