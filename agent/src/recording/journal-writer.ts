import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../platform/clock.js'
import { syncDirectory } from '../platform/durable-file.js'
import { isOutOfSpace } from '../platform/errors.js'
import { largestRingBytes } from '../stream/packet-ring.js'
import { encodeRecord, type JournalRecord, journalMagic } from './journal-format.js'
import { JournalQueue } from './journal-queue.js'

const writeEveryMs = 250
const syncEveryMs = 1000

/**
 * So many bytes may wait for the disk before pictures are given up. The kept past comes all at once, and is no sign of a disk
 * that is too slow: it may be as large as the ring.
 */
const mostWaiting = largestRingBytes + 64 * 1024 * 1024
/** Written at a time: what is on disk needs no memory any more, however much comes behind it. */
const mostAtOnce = 1024 * 1024

/** A full disk gets this long for room to be made, ms; what comes meanwhile waits in memory. */
const fullForMs = 15_000

/**
 * Appends records to a journal: to memory at once, to the file every 250 ms, to the disk every second, so
 * that a killed process loses the last quarter of a second and a power cut the last second. A write waits for the sync
 * before it: on a disk that is kept busy, what such a sync takes is lost besides.
 * Records appended before `open` follow the ones given there.
 */
export class JournalWriter implements AsyncDisposable {
  readonly #path: string
  readonly #clock: Clock
  readonly #onFailure: (error: unknown) => void
  readonly #onFull: () => void
  /** Everything before is written; a write that broke off is written again from here. */
  #position = 0
  /** Since when the disk is full, ms; null while it is not. */
  #fullSinceMs: number | null = null
  #file: FileHandle | null = null
  readonly #waiting = new JournalQueue(mostWaiting)
  #unsynced = false
  #syncedAtMs = 0
  #failure: unknown = null
  #closed = false
  #cancelTick: () => void = () => undefined
  #tail: Promise<void> = Promise.resolve()

  /**
   * @param onFailure called once if the disk refuses; nothing is written from then on.
   * @param onFull called when the disk is full: room is to be made.
   */
  constructor(
    path: string,
    clock: Clock,
    onFailure: (error: unknown) => void,
    onFull: () => void = () => undefined,
  ) {
    this.#path = path
    this.#clock = clock
    this.#onFailure = onFailure
    this.#onFull = onFull
  }

  /**
   * Creates the file, with `first` on disk when this resolves.
   * @throws Error of the file system; EEXIST if there is such a journal already.
   */
  async open(first: JournalRecord): Promise<void> {
    const file = await open(this.#path, 'wx', 0o600)
    this.#file = file
    try {
      await this.#begin(file, first)
    } catch (error) {
      // An event without a first record is none: the next start would only remove it.
      this.#file = null
      await file.close().catch(() => undefined)
      await rm(this.#path, { force: true })
      throw error
    }
    this.#syncedAtMs = this.#clock.monotonic()
    this.#tick()
  }

  async #begin(file: FileHandle, first: JournalRecord): Promise<void> {
    await this.#writeAll(file, Buffer.concat([journalMagic, ...encodeRecord(first)]))
    await file.sync()
    await syncDirectory(dirname(this.#path))
  }

  /** Takes a record; its bytes must not change afterwards. Neither throws nor blocks. */
  append(record: JournalRecord): void {
    if (this.#failure !== null) return
    if (!this.#waiting.append(record)) this.#fail(new Error('the disk is too slow for this recording'))
  }

  /** Resolves once everything appended so far is in the file (`write`) or on the disk (`sync`). */
  async flush(until: 'write' | 'sync'): Promise<void> {
    await this.#inTurn(() => this.#write(until === 'sync'))
  }

  /** Writes what is left and closes the file. What a power cut could still take is at most a second. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    this.#cancelTick()
    await this.#inTurn(() => this.#write(false))
    const file = this.#file
    this.#file = null
    // What a disk says only now counts as any other refusal: the recording is over, and the clip says so.
    await file?.close().catch((error: unknown) => this.#fail(error))
  }

  #tick(): void {
    this.#cancelTick = this.#clock.after(writeEveryMs, () => {
      const due = this.#clock.monotonic() - this.#syncedAtMs >= syncEveryMs
      this.flush(due ? 'sync' : 'write')
        .then(() => {
          if (!this.#closed && this.#failure === null) this.#tick()
        })
        .catch((error: unknown) => this.#fail(error))
    })
  }

  async #write(sync: boolean): Promise<void> {
    const file = this.#file
    if (file === null || this.#failure !== null) return
    try {
      if (!(await this.#writeWaiting(file))) return
      if (sync && this.#unsynced) {
        await file.datasync()
        this.#unsynced = false
      }
      if (sync) this.#syncedAtMs = this.#clock.monotonic()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Writes all that waits now. @returns false while the disk is full. @throws Error of the file system */
  async #writeWaiting(file: FileHandle): Promise<boolean> {
    // What waited may be given up meanwhile.
    for (let left = this.#waiting.length; left > 0 && this.#waiting.length > 0; ) {
      const written = await this.#writeFirst(file, left)
      if (written === null) return false
      left -= written
    }
    return true
  }

  /** @returns how many records that were; null while the disk is full */
  async #writeFirst(file: FileHandle, most: number): Promise<number | null> {
    const { bytes, entries } = this.#waiting.take(mostAtOnce, most)
    try {
      await this.#writeAll(file, bytes)
    } catch (error) {
      this.#waiting.written(false)
      const nowMs = this.#clock.monotonic()
      this.#fullSinceMs ??= nowMs
      if (!isOutOfSpace(error) || this.#closed || nowMs - this.#fullSinceMs > fullForMs) throw error
      this.#onFull()
      return null
    }
    this.#fullSinceMs = null
    this.#waiting.written(true)
    this.#unsynced = true
    return entries
  }

  async #writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await file.write(
        bytes,
        written,
        bytes.length - written,
        this.#position + written,
      )
      written += bytesWritten
    }
    this.#position += bytes.length
  }

  #fail(error: unknown): void {
    if (this.#failure !== null) return
    this.#failure = error
    this.#waiting.clear()
    this.#cancelTick()
    this.#onFailure(error)
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(task)
    // What fails rejects for whoever waits, and keeps nothing behind from its turn.
    this.#tail = done.catch(() => undefined)
    return done
  }
}
