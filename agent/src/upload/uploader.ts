import { rm } from 'node:fs/promises'
import type { Dispatcher } from 'undici'
import type { CloudLink } from '../cloud-link/link.js'
import { clipLostEntry } from '../outbox/event-publisher.js'
import type { LossCounts } from '../outbox/losses.js'
import type { Outbox } from '../outbox/outbox.js'
import type { UploadKind } from '../outbox/outbox-keys.js'
import type { UploadRecord } from '../outbox/upload-record.js'
import { BackgroundTasks } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import { isAbort } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import type { RecordingFiles } from '../recording/recording-files.js'
import { PartLimit } from './part-limit.js'
import { type UploadOutcome, uploadFile } from './upload-file.js'
import { keyOfUpload } from './upload-keys.js'
import type { UploadQueue } from './upload-queue.js'
import type { UploadRate } from './upload-rate.js'
import { UploadScheduler } from './upload-scheduler.js'
import { UploadWay, type WayObstacle } from './upload-way.js'

interface UploaderDeps {
  readonly files: RecordingFiles
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
/** Refusals of the cloud after which a file is given up; trouble does not count. */
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
  readonly #turns: UploadScheduler
  readonly #limit: PartLimit
  readonly #way = new UploadWay()
  /** When the queue could not be read; null while it can. */
  #faultMs: number | null = null
  #wake = () => {}

  constructor(deps: UploaderDeps) {
    this.#deps = deps
    this.#turns = new UploadScheduler(deps.queue, deps.clock, deps.random)
    this.#limit = new PartLimit(deps.clock)
  }

  /** Cameras of which files are being sent now. */
  get cameras(): ReadonlySet<string> {
    return new Set([...this.#busy.values()].map(({ cameraId }) => cameraId))
  }

  /** What on the way keeps parts from getting through as they are; null: nothing. */
  get obstacle(): WayObstacle | null {
    return this.#way.obstacle(this.#limit.bytes)
  }

  /** Uploads until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { link, outbox } = this.#deps
    const wake = () => this.#wake()
    let wasLive = link.isLive
    const stops = [
      link.onChange(() => {
        // Whoever stood on the way may have been mended, or there is another way.
        if (link.isLive && !wasLive) this.#wayChanged()
        wasLive = link.isLive
        wake()
      }),
      outbox.onChange(wake),
    ]
    signal.addEventListener('abort', wake, { once: true })
    const { log } = this.#deps
    const working = new BackgroundTasks((err) => log.error({ err }, 'upload.failed'))
    try {
      while (!signal.aborted) {
        const changed = new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        const nowMs = this.#deps.clock.monotonic()
        for (const record of await this.#startable(nowMs)) {
          working.add(this.#work(record, signal).finally(() => this.#wake()))
        }
        const cancel = this.#wakeAfter(nowMs)
        await changed
        cancel()
      }
    } finally {
      for (const stop of stops) stop()
      await working.settled()
    }
  }

  /** A database that cannot be read now can be later: uploads go on then. */
  async #startable(nowMs: number): Promise<UploadRecord[]> {
    const started: UploadRecord[] = []
    try {
      this.#faultMs = null
      await this.#claimDue(started)
    } catch (err) {
      this.#faultMs = nowMs
      this.#deps.log.warn({ err }, 'upload.queue_not_read')
    }
    return started
  }

  async #claimDue(started: UploadRecord[]): Promise<void> {
    const { link, queue, outbox, rate } = this.#deps
    if (!link.isLive || !rate.isOpen) return
    for (const kind of kinds) {
      const busy = [...this.#busy.values()].filter(({ object }) => object.kind === kind).length
      if (busy >= lanes[kind]) continue
      let free = lanes[kind] - busy
      for (const read of await this.#turns.next(kind, outbox.acked)) {
        if (free === 0) break
        if (kind === 'clip' && (await this.#isBehindPicture(read))) continue
        const record = await queue.claim(read)
        if (record === null) continue
        this.#turns.took(record)
        this.#busy.set(keyOfUpload(record), record)
        started.push(record)
        free -= 1
      }
    }
  }

  /** The picture of an event goes before its clip: it is small, and soon of use. One that failed holds up nothing. */
  async #isBehindPicture(clip: UploadRecord): Promise<boolean> {
    const picture = keyOfUpload({ ...clip, object: { ...clip.object, kind: 'snapshot' } })
    return !this.#turns.hasFailed(picture) && (await this.#deps.queue.hasPicture(clip))
  }

  async #work(record: UploadRecord, signal: AbortSignal): Promise<void> {
    const { log, clock } = this.#deps
    const startedMs = clock.monotonic()
    try {
      const outcome = await this.#attempt(record, signal)
      const ms = Math.round(clock.monotonic() - startedMs)
      await this.#settle(record, outcome, ms)
    } catch (error) {
      if (isAbort(error, signal)) return
      log.error({ err: error, ...nameOf(record) }, 'upload.failed')
      this.#turns.failed(record, { hasProgress: false })
    } finally {
      this.#busy.delete(keyOfUpload(record))
      this.#deps.queue.release(record)
    }
  }

  async #attempt(record: UploadRecord, signal: AbortSignal): Promise<Settled> {
    const { link, rate, files } = this.#deps
    const deps = {
      ...this.#deps,
      begin: (object: UploadRecord['object']) => link.request('upload.begin', object, record.cameraId),
      complete: (uploadId: string) =>
        link.request('upload.complete', { upload_id: uploadId }, record.cameraId),
      throttle: (bytes: number) => rate.take(bytes, record.object.kind, signal),
      mayBegin: () => rate.isOpen,
      limit: this.#limit,
    }
    let fewest = Infinity
    for (let round = 1; ; round += 1) {
      const outcome = await uploadFile(files.named(record.name), record.object, deps, signal)
      if (outcome.kind !== 'again') return outcome
      // Their number is another one: counted anew. They become smaller until they pass, or can be no smaller.
      if (outcome.smallerFor !== undefined) {
        const { smallerFor: by, reason } = outcome
        if (by) this.#way.refused({ by, reason })
        this.#deps.log.warn({ ...nameOf(record), reason: outcome.reason }, 'upload.parts_smaller')
        fewest = Infinity
        round = 0
        continue
      }
      // Links that expire on a slow line are no fault while parts arrive. What was brought there and is asked for again
      // did not: a store that loses its parts would take the whole line, and the lane, for ever.
      if (outcome.asked < fewest) round = 0
      fewest = Math.min(fewest, outcome.asked)
      if (round === mostRounds) return { kind: 'trouble', reason: outcome.reason, stored: 0 }
    }
  }

  async #settle(record: UploadRecord, outcome: Settled, ms: number) {
    const { queue, files, log } = this.#deps
    switch (outcome.kind) {
      case 'stored':
        // The file goes first: a record without its file would be asked for again and again.
        await rm(files.named(record.name), { force: true })
        await queue.remove(record)
        this.#turns.ended(record)
        this.#way.passed()
        log.info({ ...nameOf(record), bytes: record.object.bytes, ms }, 'upload.stored')
        return
      case 'trouble':
        if (outcome.by) this.#way.blocked({ by: outcome.by, reason: outcome.reason })
        this.#turns.failed(record, {
          ...outcome,
          hasProgress: outcome.stored > 0,
          isOfTheWay: outcome.by !== undefined,
        })
        log.warn({ ...nameOf(record), reason: outcome.reason, ms }, 'upload.put_off')
        return
      case 'paused':
        this.#turns.paused(record)
        return
      case 'refused': {
        const refusals = record.refusals + 1
        const failed = outcome.final || refusals >= mostRefusals
        if (failed) await this.#giveUp({ ...record, refusals }, outcome)
        else await queue.save({ ...record, refusals, reason: outcome.reason })
        if (failed) this.#turns.ended(record)
        else this.#turns.failed(record, { hasProgress: false })
        log.error({ ...nameOf(record), reason: outcome.reason, refusals, failed }, 'upload.refused')
      }
    }
  }

  /** Sets a refused file aside, counts it, and reports to the cloud that its clip will not come. */
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

  #wayChanged(): void {
    this.#limit.wayChanged()
    this.#turns.wayChanged()
  }

  /** Wakes the loop when the first of those that had to wait at `nowMs` may be tried again. */
  #wakeAfter(nowMs: number): () => void {
    const { clock, rate } = this.#deps
    const faultMs = this.#faultMs !== null || !rate.isOpen ? nowMs + afterFaultMs : Infinity
    const untilMs = Math.min(this.#turns.nextMs(nowMs), faultMs)
    if (untilMs === Infinity) return () => {}
    return clock.after(Math.max(untilMs - clock.monotonic(), 0), () => this.#wake())
  }
}

function nameOf({ object }: UploadRecord): { eventId: string; kind: string } {
  return { eventId: object.event_id, kind: object.kind }
}
