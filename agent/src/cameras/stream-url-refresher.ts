import { inBackground } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { FailedStream } from '../streams/stream-connection.js'
import type { ResolvedStreams, StreamResolution } from './resolve-streams.js'

interface StreamUrlRefresherOptions {
  readonly cameraId: string
  readonly clock: Clock
  readonly log: Logger
  /** Asks the device where its streams are. @throws the signal's reason only */
  readonly ask: (signal: AbortSignal) => Promise<StreamResolution>
  /** Of what they are compared: which of the streams are looked after here. Null: there is nothing to compare. */
  readonly urlsOf?: (streams: ResolvedStreams) => string | null
  /** They are somewhere else now. */
  readonly onElsewhere: (now: ResolvedStreams) => void
}

/** A fault lasts once so many attempts failed in a row. */
const lastingAfter = 3
/** A description is many questions: so long after one the next follows at the earliest, and then twice as long, ms. */
const firstWaitMs = 60_000
const longestWaitMs = 15 * 60_000

/**
 * Asks a device anew where its streams are while they cannot be had, whatever the fault: another port refuses or is
 * silent, an address that has expired is not found, not allowed, or no address. The streams are left as they are
 * unless there are others.
 */
export class StreamUrlRefresher {
  readonly #options: StreamUrlRefresherOptions
  #waitMs = firstWaitMs
  #nextAtMs = Number.NEGATIVE_INFINITY
  #isAsking = false
  /** They are received elsewhere by our word: that they fail there is no new trouble. */
  #isMoved = false

  constructor(options: StreamUrlRefresherOptions) {
    this.#options = options
  }

  /**
   * An attempt to receive the stream failed.
   * @param signal of the streams that were found: with them ends what is asked
   */
  failed(found: ResolvedStreams, { failures }: FailedStream, signal: AbortSignal): void {
    // The connection before was good: the trouble is a new one. Some devices name another address each time.
    if (failures === 1 && !this.#isMoved) this.#begin()
    this.#isMoved = false
    const nowMs = this.#options.clock.monotonic()
    if (found.device === null || failures < lastingAfter || this.#isAsking || nowMs < this.#nextAtMs) return
    this.#nextAtMs = nowMs + this.#waitMs
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs)
    const { cameraId, log } = this.#options
    inBackground(this.#ask(found, signal), log, 'camera.streams_not_asked', { cameraId })
  }

  #begin(): void {
    this.#waitMs = firstWaitMs
    this.#nextAtMs = Number.NEGATIVE_INFINITY
  }

  async #ask(before: ResolvedStreams, signal: AbortSignal): Promise<void> {
    const { ask, cameraId, log, onElsewhere, urlsOf = urlsOfAll } = this.#options
    this.#isAsking = true
    try {
      const now = await ask(signal)
      const urls = now.kind === 'found' ? urlsOf(now) : null
      const isElsewhere = urls !== null && urls !== urlsOf(before)
      log.info({ cameraId, answers: now.kind, isElsewhere }, 'camera.streams_asked_anew')
      if (now.kind !== 'found' || !isElsewhere || signal.aborted) return
      this.#isMoved = true
      onElsewhere(now)
    } catch (err) {
      if (!signal.aborted) log.error({ cameraId, err }, 'camera.streams_not_asked')
    } finally {
      this.#isAsking = false
    }
  }
}

function urlsOfAll({ main, sub }: ResolvedStreams): string {
  return JSON.stringify([main.url, sub?.url ?? null])
}
