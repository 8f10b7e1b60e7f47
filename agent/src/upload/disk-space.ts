import { inBackground } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import { Failures } from '../platform/failures.js'
import {
  bytesToGiveUp,
  type DiskFigures,
  type DiskLevel,
  type DiskLimits,
  type DiskSpace,
  type DiskState,
  type Losses,
  levelOf,
  measureDisk,
  reserveOf,
} from '../recording/disk-quota.js'
import { type ReclaimForEventsDeps, reclaimForEvents, type Unfinished } from './reclaim-for-events.js'
import { SpaceReclaimer, type SpaceReclaimerDeps } from './space-reclaimer.js'

export interface DiskSpaceDeps extends SpaceReclaimerDeps, ReclaimForEventsDeps {
  readonly dataDir: string
  readonly limits: DiskLimits
  readonly clock: Clock
  /** Free bytes and size of the disk; a test may say others. */
  readonly measure?: (folder: string) => Promise<Omit<DiskFigures, 'usedBytes'>>
}

const checkEveryMs = 5000
/** The shortest time between two checks, however often room is wanted, ms. */
const restMs = 200
/** Adding up the files may take this part of the time. */
const surveyShare = 0.02
/**
 * Keeps recordings within their share of the disk. Where there is no room it gives up what is dearest last, counts
 * what is lost by that, and reports to the cloud which clips will not come.
 */
export class DiskSpaceManager implements DiskSpace {
  readonly #deps: DiskSpaceDeps
  #unfinished: Unfinished = { unfinished: () => [], giveUp: () => Promise.resolve() }
  #disk: DiskFigures | null = null
  #level: DiskLevel = 'ok'
  #surveyDueMs = 0
  #making: Promise<void> = Promise.resolve()
  #wake = () => {}
  readonly #room: SpaceReclaimer

  constructor(deps: DiskSpaceDeps) {
    this.#deps = deps
    this.#room = new SpaceReclaimer(deps)
  }

  /** Whose unfinished recordings may be given up as well. */
  watch(unfinished: Unfinished): void {
    this.#unfinished = unfinished
  }

  get isFull(): boolean {
    return this.#level === 'full'
  }

  /** What is known of the disk; null before the first check. */
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

  made(): Promise<void> {
    return this.#making
  }

  wanted(): void {
    this.#surveyDueMs = 0
    this.#wake()
  }

  lost(what: keyof Losses, id: string): void {
    inBackground(this.#deps.losses.note(what, id), this.#deps.log, 'disk.loss_not_noted')
  }

  /** Watches over the disk until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    while (!signal.aborted) {
      const wanted = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await this.#checkOrLog()
      const cancel = clock.after(checkEveryMs, () => this.#wake())
      await wanted
      cancel()
      await clock.delay(restMs, { signal }).catch(() => undefined)
    }
  }

  /**
   * For the start of the agent: removes files of which a cut kept the removal, checks for the first time, and names what
   * cannot be read. Nothing of that keeps the agent from recording, nor the rest from being done. Never rejects.
   */
  async start(): Promise<void> {
    const { log } = this.#deps
    await this.#room.dropLeftOvers().catch((err: unknown) => log.warn({ err }, 'disk.not_tidied'))
    await this.#checkOrLog()
    await this.#room.tellUnread().catch((err: unknown) => log.warn({ err }, 'upload.loss_not_told'))
  }

  async #checkOrLog(): Promise<void> {
    await this.check().catch((err: unknown) =>
      this.#deps.log.warn({ err, formerly: 'disk.not_looked_after' }, 'disk.not_checked'),
    )
  }

  /** Checks once, and makes room if there is none. @throws Error of the file system or the database */
  async check(): Promise<void> {
    try {
      const making = this.#makeRoom()
      this.#making = making.catch(() => undefined)
      await making
    } finally {
      await this.#tidy()
    }
  }

  async #makeRoom(): Promise<void> {
    await this.#survey()
    if (this.#disk === null) return
    const { limits, log, losses, queue } = this.#deps
    const bytes = bytesToGiveUp(this.#disk, limits)
    if (bytes === 0) {
      this.#setLevel(levelOf(this.#disk, limits))
      return
    }
    // Who begins to record meanwhile waits for it, with its pictures in memory.
    this.#setLevel('full')
    if (!queue.isReadable) await this.#reclaimForEvents()
    if (!queue.isReadable) return
    const freed = await this.#room.reclaim(bytes)
    this.#surveyDueMs = 0
    await this.#survey()
    if (freed > 0)
      log.warn({ wantedBytes: bytes, freedBytes: freed, losses: losses.counts }, 'disk.room_made')
    if (levelOf(this.#disk, limits) !== 'full') this.#setLevel('low')
    else await this.#reclaimForEvents()
  }

  async #reclaimForEvents(): Promise<void> {
    const { dataDir, measure = measureDisk } = this.#deps
    await reclaimForEvents(this.#deps, this.#unfinished, async () => (await measure(dataDir)).freeBytes)
  }

  async #tidy(): Promise<void> {
    const { queue, log } = this.#deps
    if (!queue.isReadable && !(await queue.isWritable())) return
    const failures = new Failures()
    await failures.of(this.#room.recordRemoved())
    await failures.of(this.#room.dropOldRefused())
    failures.log(log, 'disk.not_tidied')
  }

  async #survey(): Promise<void> {
    const { dataDir, clock, measure = measureDisk } = this.#deps
    const startedMs = clock.monotonic()
    let usedBytes = this.#disk?.usedBytes ?? 0
    if (startedMs >= this.#surveyDueMs) {
      usedBytes = (await this.#sumOfFiles()) ?? usedBytes
      this.#surveyDueMs = startedMs + (clock.monotonic() - startedMs) / surveyShare
    }
    this.#disk = { ...(await measure(dataDir)), usedBytes }
  }

  /** A folder that cannot be read for a moment says nothing of the room on its disk. */
  async #sumOfFiles(): Promise<number | null> {
    try {
      return (await this.#deps.files.list()).reduce((sum, { bytes }) => sum + bytes, 0)
    } catch (err) {
      this.#deps.log.warn({ err }, 'disk.files_not_added_up')
      return null
    }
  }

  #setLevel(level: DiskLevel): void {
    if (level === this.#level) return
    this.#level = level
    const fields = { ...this.state }
    if (level === 'ok') this.#deps.log.info(fields, 'disk.ok')
    else this.#deps.log.warn(fields, level === 'low' ? 'disk.low' : 'disk.full')
  }
}
