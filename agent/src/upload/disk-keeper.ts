import { basename } from 'node:path'
import type { LossCounts } from '../outbox/losses.js'
import type { Outbox } from '../outbox/outbox.js'
import { clipLostEntry } from '../outbox/recording-journal.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import {
  bytesToGiveUp,
  type DiskFigures,
  type DiskLevel,
  type DiskLimits,
  type DiskState,
  type Losses,
  levelOf,
  measureDisk,
  noRoomReason,
  type RemovalKind,
  type Room,
  removalOrder,
  reserveOf,
} from '../recording/disk-quota.js'
import type { RecordingFiles } from '../recording/recording-files.js'
import type { UploadQueue } from './upload-queue.js'
import type { UploadRecord } from './upload-record.js'

export interface DiskKeeperDeps {
  readonly dataDir: string
  readonly limits: DiskLimits
  readonly files: RecordingFiles
  readonly queue: UploadQueue
  readonly outbox: Pick<Outbox, 'append' | 'last'>
  readonly losses: LossCounts
  readonly service: { now(): number }
  readonly clock: Clock
  readonly log: Logger
  /** Free bytes and size of the disk; a test may say others. */
  readonly measure?: (folder: string) => Promise<Omit<DiskFigures, 'usedBytes'>>
  /** Whether the database takes a write; by default it is tried. */
  readonly isWritable?: () => Promise<boolean>
}

/** Recordings that are over and of which no clip could be made so far. */
export interface Unfinished {
  unfinished(): readonly string[]
  giveUp(eventId: string, reason: string): Promise<void>
}

/** Something that may be given up, and how. */
interface Candidate {
  readonly bytes: number
  /** @returns false if it must stay for now */
  readonly giveUp: () => Promise<boolean>
}

const lookEveryMs = 5000
/** The shortest time between two looks, however often room is wanted, ms. */
const restMs = 200
/** Adding up the files may take this part of the time. */
const surveyShare = 0.02
/** Refused files are kept this long for a person to look at, in service time, ms. */
const refusedKeptMs = 14 * 24 * 3_600_000

/**
 * Keeps recordings within their share of the disk. Where there is no room it gives up what is dearest last, counts
 * what is lost by that, and tells the cloud which clips will not come.
 */
export class DiskKeeper implements Room {
  readonly #deps: DiskKeeperDeps
  #unfinished: Unfinished = { unfinished: () => [], giveUp: () => Promise.resolve() }
  #disk: DiskFigures | null = null
  #level: DiskLevel = 'ok'
  #surveyDueMs = 0
  #wake = () => {}
  /** Files that are gone while the database took no word of it. */
  readonly #unnoted = new Map<string, UploadRecord>()

  constructor(deps: DiskKeeperDeps) {
    this.#deps = deps
  }

  /** Whose unfinished recordings may be given up as well. */
  watch(unfinished: Unfinished): void {
    this.#unfinished = unfinished
  }

  get isFull(): boolean {
    return this.#level === 'full'
  }

  /** What is known of the disk; null before the first look. */
  get state(): DiskState | null {
    const { limits, losses } = this.#deps
    return (
      this.#disk && {
        ...this.#disk,
        quotaBytes: limits.quotaBytes,
        reserveBytes: reserveOf(this.#disk.sizeBytes, limits),
        level: this.#level,
        losses: losses.counts,
      }
    )
  }

  wanted(): void {
    this.#surveyDueMs = 0
    this.#wake()
  }

  lost(what: keyof Losses, id: string): void {
    void this.#deps.losses.note(what, id)
  }

  /** Looks after the disk until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    while (!signal.aborted) {
      const wanted = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await this.look().catch((err: unknown) => log.warn({ err }, 'disk.not_looked_after'))
      const cancel = clock.after(lookEveryMs, () => this.#wake())
      await wanted
      cancel()
      await clock.delay(restMs, { signal }).catch(() => undefined)
    }
  }

  /**
   * Removes files that neither a journal nor an upload names, of which a cut kept the removal. For the start of the
   * agent; an outbox that was never used says nothing about files, and may be a new one beside old recordings.
   */
  async dropLeftOvers(): Promise<void> {
    const { outbox, files, log } = this.#deps
    if (outbox.last === 0) return
    for (const { path, name } of await this.#findLeftOvers()) {
      log.warn({ name }, 'disk.left_over_removed')
      await files.remove([path])
    }
  }

  /** Looks once, and makes room if there is none. @throws Error of the file system or the database */
  async look(): Promise<void> {
    await this.#survey()
    if (this.#disk === null) return
    const { limits, log, losses, queue } = this.#deps
    const bytes = bytesToGiveUp(this.#disk, limits)
    if (bytes === 0) {
      this.#setLevel(levelOf(this.#disk, limits))
      await this.#tidy()
      return
    }
    // Nobody begins to record while there is no room, however long making it takes.
    this.#setLevel('full')
    if (!queue.isReadable) await this.#makeRoomForEvents()
    if (!queue.isReadable) return
    const freed = await this.#makeRoom(bytes)
    this.#surveyDueMs = 0
    await this.#survey()
    if (freed > 0)
      log.warn({ wantedBytes: bytes, freedBytes: freed, losses: losses.counts }, 'disk.room_made')
    if (levelOf(this.#disk, limits) !== 'full') this.#setLevel('low')
    else await this.#makeRoomForEvents()
    await this.#tidy()
  }

  async #tidy(): Promise<void> {
    const { queue, log } = this.#deps
    if (!queue.isReadable && !(await queue.isWritable())) return
    try {
      await this.#noteWhatIsGone()
      await this.#dropOldRefused()
    } catch (err) {
      log.warn({ err }, 'disk.not_tidied')
    }
  }

  /**
   * Where the database takes no event any more, everything else goes first: files without asking what they are, the
   * oldest first, and last the recordings of which no clip could be made so far.
   */
  async #makeRoomForEvents(): Promise<void> {
    const { files, queue, losses, log, isWritable = () => queue.isWritable() } = this.#deps
    if (await isWritable()) return
    const found = await files.list()
    for (const ending of ['.jpg', '.mp4']) {
      // Names begin with the id of their event, and ids sort by time.
      for (const { path, name } of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const isInTheMaking = found.some((other) => other.name === `${eventOf(name)}.journal`)
        if (!name.endsWith(ending) || isInTheMaking) continue
        // The uploader finds it gone, counts it and tells the cloud.
        await files.remove([path])
        log.error({ name }, 'disk.given_up_for_events')
        if (await isWritable()) return
      }
    }
    for (const eventId of this.#unfinished.unfinished()) {
      await this.#unfinished.giveUp(eventId, noRoomReason)
      await losses.note('clips', eventId)
      log.error({ eventId }, 'disk.given_up_for_events')
      if (await isWritable()) return
    }
  }

  /** @returns the bytes that went */
  async #makeRoom(bytes: number): Promise<number> {
    let freed = 0
    for (const kind of removalOrder) {
      for await (const candidate of this.#candidates(kind)) {
        if (freed >= bytes) return freed
        if (await candidate.giveUp()) freed += candidate.bytes
      }
    }
    return freed
  }

  #candidates(kind: RemovalKind): AsyncIterable<Candidate> {
    switch (kind) {
      case 'left_over':
        return this.#leftOvers()
      case 'refused':
        return this.#refused()
      case 'snapshot':
      case 'clip':
        return this.#pending(kind)
    }
  }

  /** Files of events that nothing is known of any more: they were stored, and a cut kept them from going. */
  async *#leftOvers(): AsyncGenerator<Candidate> {
    const { files } = this.#deps
    for (const { path, bytes } of await this.#findLeftOvers()) {
      yield { bytes, giveUp: () => files.remove([path]).then(() => true) }
    }
    for (const { path, name, bytes } of await files.list()) {
      if (name.endsWith('.unusable')) yield { bytes, giveUp: () => files.remove([path]).then(() => true) }
    }
  }

  async #findLeftOvers() {
    const { files, queue } = this.#deps
    const found = await files.list()
    const inTheMaking = new Set(
      found.filter(({ name }) => name.endsWith('.journal')).map(({ name }) => eventOf(name)),
    )
    const known = new Set<string>()
    for await (const { path } of queue.failed()) known.add(basename(path))
    for (const kind of ['snapshot', 'clip'] as const) {
      for await (const { path } of queue.pending(kind)) known.add(basename(path))
    }
    return found.filter(
      ({ name }) => /\.(mp4|jpg)$/.test(name) && !inTheMaking.has(eventOf(name)) && !known.has(name),
    )
  }

  async *#refused(): AsyncGenerator<Candidate> {
    for await (const record of this.#deps.queue.failed()) {
      yield { bytes: record.object.bytes, giveUp: () => this.#dropRefused(record).then(() => true) }
    }
  }

  async *#pending(kind: 'snapshot' | 'clip'): AsyncGenerator<Candidate> {
    for await (const record of this.#deps.queue.pending(kind)) {
      yield { bytes: record.object.bytes, giveUp: () => this.#giveUpPending(record) }
    }
  }

  /** The record goes first, with its count and the word to the cloud: a cut after that leaves a file, no riddle. */
  async #giveUpPending(record: UploadRecord): Promise<boolean> {
    const { queue, files, log } = this.#deps
    // What is on its way right now arrives sooner than anything else could go.
    if (!(await queue.claim(record))) return false
    try {
      await this.#note(record)
    } catch (err) {
      // A disk so full that it takes no word: the file makes place for it. The uploader would say the same.
      log.warn({ err, eventId: record.object.event_id }, 'disk.loss_not_noted')
      this.#unnoted.set(record.path, record)
    } finally {
      queue.release(record)
    }
    await files.remove([record.path])
    const { event_id: eventId, kind, bytes } = record.object
    log.error({ eventId, kind, bytes }, 'disk.given_up')
    return true
  }

  async #note(record: UploadRecord): Promise<void> {
    const { queue, outbox, losses } = this.#deps
    const { event_id: eventId, kind } = record.object
    const changes = () => [
      ...queue.removal(record),
      losses.count(kind === 'clip' ? 'clips' : 'snapshots', eventId),
    ]
    if (kind === 'snapshot') await queue.write(changes())
    else await outbox.append(clipLostEntry({ eventId, cameraId: record.cameraId }, noRoomReason, changes))
  }

  async #noteWhatIsGone(): Promise<void> {
    for (const [path, record] of this.#unnoted) {
      await this.#note(record)
      this.#unnoted.delete(path)
    }
  }

  /** It was counted when it was refused. */
  async #dropRefused(record: UploadRecord): Promise<void> {
    const { queue, files } = this.#deps
    await files.remove([record.path])
    await queue.remove(record)
  }

  async #dropOldRefused(): Promise<void> {
    const oldestMs = this.#deps.service.now() - refusedKeptMs
    for await (const record of this.#deps.queue.failed()) {
      // The oldest come first; what is younger waits for its time.
      if ((record.failedMs ?? 0) >= oldestMs) return
      await this.#dropRefused(record)
    }
  }

  async #survey(): Promise<void> {
    const { dataDir, files, clock, measure = measureDisk } = this.#deps
    const startedMs = clock.monotonic()
    let usedBytes = this.#disk?.usedBytes ?? 0
    if (startedMs >= this.#surveyDueMs) {
      usedBytes = (await files.list()).reduce((sum, { bytes }) => sum + bytes, 0)
      this.#surveyDueMs = startedMs + (clock.monotonic() - startedMs) / surveyShare
    }
    this.#disk = { ...(await measure(dataDir)), usedBytes }
  }

  #setLevel(level: DiskLevel): void {
    if (level === this.#level) return
    this.#level = level
    const fields = { ...this.state }
    if (level === 'ok') this.#deps.log.info(fields, 'disk.ok')
    else this.#deps.log.warn(fields, level === 'low' ? 'disk.low' : 'disk.full')
  }
}

function eventOf(name: string): string {
  return name.split('.')[0] ?? name
}
