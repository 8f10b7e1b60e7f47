import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../platform/clock.js'
import { syncDirectory } from '../platform/durable-file.js'
import { encodeRecord, type JournalRecord, journalMagic } from './journal-format.js'

const writeEveryMs = 250
const syncEveryMs = 1000

/** A disk that takes nothing for so long that this many bytes wait is a failed one. */
const mostWaiting = 64 * 1024 * 1024

/**
 * Appends records to a journal: to memory at once, to the file every 250 ms, to the disk every second, so
 * that a killed process loses at most the last quarter of a second and a power cut the last second.
 * Records appended before `open` follow the ones given there.
 */
export class JournalWriter implements AsyncDisposable {
  readonly #path: string
  readonly #clock: Clock
  readonly #onFailure: (error: unknown) => void
  #file: FileHandle | null = null
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #unsynced = false
  #syncedAtMs = 0
  #failure: unknown = null
  #closed = false
  #cancelTick: () => void = () => undefined
  #tail: Promise<void> = Promise.resolve()

  /** @param onFailure called once if the disk refuses; nothing is written from then on. */
  constructor(path: string, clock: Clock, onFailure: (error: unknown) => void) {
    this.#path = path
    this.#clock = clock
    this.#onFailure = onFailure
  }

  /**
   * Creates the file, with `first` on disk when this resolves.
   * @throws Error of the file system; EEXIST if there is such a journal already.
   */
  async open(first: JournalRecord): Promise<void> {
    const file = await open(this.#path, 'wx', 0o600)
    this.#file = file
    await file.appendFile(Buffer.concat([journalMagic, ...encodeRecord(first)]))
    await file.sync()
    await syncDirectory(dirname(this.#path))
    this.#syncedAtMs = this.#clock.monotonic()
    this.#tick()
  }

  /** Takes a record; its bytes must not change afterwards. Neither throws nor blocks. */
  append(record: JournalRecord): void {
    if (this.#failure !== null) return
    const [head, payload] = encodeRecord(record)
    this.#waiting.push(head, payload)
    this.#waitingBytes += head.length + payload.length
    if (this.#waitingBytes > mostWaiting) this.#fail(new Error('the disk is too slow for this recording'))
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
    await file?.close()
  }

  #tick(): void {
    this.#cancelTick = this.#clock.after(writeEveryMs, () => {
      const due = this.#clock.monotonic() - this.#syncedAtMs >= syncEveryMs
      void this.flush(due ? 'sync' : 'write').then(() => {
        if (!this.#closed && this.#failure === null) this.#tick()
      })
    })
  }

  async #write(sync: boolean): Promise<void> {
    const file = this.#file
    if (file === null || this.#failure !== null) return
    try {
      const parts = this.#waiting
      this.#waiting = []
      this.#waitingBytes = 0
      if (parts.length > 0) {
        await file.appendFile(Buffer.concat(parts))
        this.#unsynced = true
      }
      if (sync && this.#unsynced) {
        await file.datasync()
        this.#unsynced = false
      }
      if (sync) this.#syncedAtMs = this.#clock.monotonic()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (this.#failure !== null) return
    this.#failure = error
    this.#waiting = []
    this.#waitingBytes = 0
    this.#cancelTick()
    this.#onFailure(error)
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(task)
    this.#tail = done
    return done
  }
}
