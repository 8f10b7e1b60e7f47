import type { UploadKind } from '../outbox/outbox-keys.js'
import type { UploadRecord } from '../outbox/upload-record.js'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import { backoffMs } from '../platform/retry.js'
import { keyOfUpload } from './upload-keys.js'
import type { UploadQueue } from './upload-queue.js'

interface PutOff {
  readonly kind: UploadKind
  readonly untilMs: number
  /** In a row, each without a part that was stored. */
  readonly failures: number
  /** Not the file, nor the cloud: it waits for the way to be mended. */
  readonly isOfTheWay: boolean
}

/** How one attempt ended that did not end the upload. */
interface Setback {
  /** The shortest wait that was asked for, ms. */
  readonly afterMs?: number
  /** Whether parts were stored: the way is open, and the wait is short again. */
  readonly hasProgress: boolean
  /** Something on the way answered in place of the cloud: that takes somebody to mend it. */
  readonly isOfTheWay?: boolean
}

const backoff = { baseMs: 1000, capMs: 60_000, floorMs: 250 }
const wayBackoff = { baseMs: 1000, capMs: 10 * 60_000, floorMs: 250 }
/** Where one after the other fails there is no hurry with the next: at the worst one of a kind a second. */
const troubleBackoff = { baseMs: 50, capMs: 1000, floorMs: 0 }
/** What stops one on the way stops the next: whole parts for nothing, and lines of a log that somebody else reads. */
const wayTroubleBackoff = { baseMs: 50, capMs: 60_000, floorMs: 0 }
/** Of those whose time has come so many are read together. */
const mostAgain = 16

/**
 * Which uploads are next. What failed waits, longer each time, and is passed over meanwhile however much of it there is;
 * then it takes turns with what was not tried yet, so that neither stands in the way of the other.
 */
export class UploadScheduler {
  readonly #queue: UploadQueue
  readonly #clock: Clock
  readonly #random: Random
  /** By key. */
  readonly #putOff = new Map<string, PutOff>()
  /** Up to here everything was tried. */
  readonly #triedTo = new Map<UploadKind, string>()
  /** Kinds of which the last attempts failed, whichever files they were about. */
  readonly #trouble = new Map<UploadKind, { readonly untilMs: number; readonly failures: number }>()
  /** Kinds of which the last turn went to one that had failed before. */
  readonly #wentAgain = new Set<UploadKind>()

  constructor(queue: UploadQueue, clock: Clock, random: Random) {
    this.#queue = queue
    this.#clock = clock
    this.#random = random
  }

  /** Those of a kind that may be tried now, the first first. @throws Error of the database */
  async next(kind: UploadKind, ackedSeq: number): Promise<UploadRecord[]> {
    const nowMs = this.#clock.monotonic()
    if ((this.#trouble.get(kind)?.untilMs ?? 0) > nowMs) return []
    const again = await this.#again(kind, nowMs)
    const isPutOff = (key: string) => this.#putOff.has(key)
    const { records, after } = await this.#queue.due(kind, ackedSeq, isPutOff, this.#triedTo.get(kind))
    this.#triedTo.set(kind, after)
    return this.#wentAgain.has(kind) ? inTurns(records, again) : inTurns(again, records)
  }

  /** Whether it failed, and has not been brought to its end since. */
  hasFailed(key: string): boolean {
    return this.#putOff.has(key)
  }

  /** An attempt begins. */
  took(record: UploadRecord): void {
    const { kind } = record.object
    if (this.#putOff.has(keyOfUpload(record))) this.#wentAgain.add(kind)
    else this.#wentAgain.delete(kind)
  }

  /** It is over, whatever became of it; whoever answered was there. */
  ended(record: UploadRecord): void {
    this.#putOff.delete(keyOfUpload(record))
    this.#trouble.delete(record.object.kind)
    this.#release((one) => one.kind === record.object.kind)
  }

  /** There may be another way now, or somebody mended it. */
  wayChanged(): void {
    this.#trouble.clear()
    this.#release(() => true)
  }

  /** What waited for the way to be open is tried again. */
  #release(isIt: (one: PutOff) => boolean): void {
    const nowMs = this.#clock.monotonic()
    for (const [key, one] of this.#putOff)
      if (one.isOfTheWay && isIt(one))
        this.#putOff.set(key, { ...one, untilMs: Math.min(one.untilMs, nowMs) })
  }

  /** It goes on as soon as it may: nothing failed. */
  paused(record: UploadRecord): void {
    const { kind } = record.object
    this.#putOff.set(keyOfUpload(record), {
      kind,
      untilMs: this.#clock.monotonic(),
      failures: 0,
      isOfTheWay: false,
    })
  }

  /** It is to be tried again later. */
  failed(record: UploadRecord, { afterMs = 0, hasProgress, isOfTheWay = false }: Setback): void {
    const nowMs = this.#clock.monotonic()
    const key = keyOfUpload(record)
    const { kind } = record.object
    const failures = hasProgress ? 1 : (this.#putOff.get(key)?.failures ?? 0) + 1
    const waitMs = Math.max(backoffMs(failures, isOfTheWay ? wayBackoff : backoff, this.#random), afterMs)
    this.#putOff.set(key, { kind, untilMs: nowMs + waitMs, failures, isOfTheWay })
    const row = hasProgress ? 1 : (this.#trouble.get(kind)?.failures ?? 0) + 1
    const untilMs = nowMs + backoffMs(row, isOfTheWay ? wayTroubleBackoff : troubleBackoff, this.#random)
    this.#trouble.set(kind, { untilMs, failures: row })
  }

  /** When the first of those that have to wait at `nowMs` may go on; infinite if nothing waits. */
  nextMs(nowMs: number): number {
    let next = Infinity
    for (const waits of [this.#putOff, this.#trouble]) {
      for (const { untilMs } of waits.values()) if (untilMs > nowMs && untilMs < next) next = untilMs
    }
    return next
  }

  /** Those that failed and whose wait is over, the one that waits longest first. */
  async #again(kind: UploadKind, nowMs: number): Promise<UploadRecord[]> {
    const over = [...this.#putOff].filter(([, one]) => one.kind === kind && one.untilMs <= nowMs)
    const first = over.toSorted(([, a], [, b]) => a.untilMs - b.untilMs).slice(0, mostAgain)
    const found: UploadRecord[] = []
    for (const [key] of first) {
      const record = await this.#queue.find(key)
      if (record !== null) found.push(record)
      // Given up for want of room.
      else this.#putOff.delete(key)
    }
    return found
  }
}

/** One of each by turns, as long as there are both. */
function inTurns<T>(one: readonly T[], other: readonly T[]): T[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, at) => [one.slice(at, at + 1), other.slice(at, at + 1)]).flat(2)
}
