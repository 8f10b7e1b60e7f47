import type { CameraFault } from '@sightline/protocol'
import type { Logger } from '../platform/logger.js'
import { secrets } from '../platform/secrets.js'
import { untilAborted } from '../platform/until-aborted.js'
import { asStreamFailure, ofProvenAccount } from '../rtsp/stream-failure.js'
import type { PacketSource } from '../stream/packet.js'
import { PacketHub, type RingState } from '../stream/packet-hub.js'
import type { RingBudget } from '../stream/ring-budget.js'
import { factsOf, type StreamFacts } from '../stream/stream-facts.js'
import type { StreamMeasures } from '../stream/stream-meter.js'
import { CameraCounter, type CameraCounters } from './camera-counters.js'
import { type CameraEvent, type CameraStatus, next } from './camera-status.js'
import type { CameraAccounts, ServiceAccount } from './proven-accounts.js'
import { type ConnectionFacts, receiveStream, type StreamDeps, StreamSilence } from './receive-stream.js'
import { FailureStreak, mayBeBooting, retryWaitMs } from './retry-backoff.js'
import { type ShortRuns, watchRuns } from './run-lives.js'
import { accountAt, isSameEndpoint, type StreamEndpoint } from './stream-endpoint.js'

export interface StreamConnectionSettings {
  readonly id: string
  readonly enabled: boolean
  /** The stream that is recorded. */
  readonly endpoint: StreamEndpoint
  readonly preEventSec: number
}

export interface StreamConnectionDeps extends StreamDeps {
  readonly log: Logger
  /** Memory shared by all cameras. */
  readonly budget: RingBudget
  /** Called with each new status; neither throws nor blocks. */
  readonly onStatus: (status: CameraStatus) => void
  /** Called after each failed attempt, also where it is no news; neither throws nor blocks. */
  readonly onFailed?: (failed: FailedStream) => void
  /** The accounts that it let in before; without them none was. */
  readonly accounts?: CameraAccounts
  /** Counts on where an earlier connection to the same camera ended; by default it begins at nothing. */
  readonly counter?: CameraCounter
}

/** An attempt that came to its end. */
export interface FailedStream {
  readonly fault: CameraFault
  /** How many failed in a row; 1 after a connection that was good. */
  readonly failures: number
  /** Its account was refused, may be right all the same, and is tried again soon: see `retry-backoff.ts`. */
  readonly mayBeBooting: boolean
}

/** A stream as it is being received. */
export interface LiveStreamFacts extends StreamFacts, StreamMeasures, ConnectionFacts {}

/** A connection that held this long was good: its end is the first of a new streak of failures. */
const goodAfterMs = 30_000

/**
 * Holds the one connection to a stream, for ever and again, and offers its packets as `source`. Whoever wants
 * pictures subscribes there.
 */
export class StreamConnection {
  /** Runs of all streams of this process have different ids. */
  static #lastRunId = 0

  readonly #deps: StreamConnectionDeps
  readonly #hub: PacketHub
  #settings: StreamConnectionSettings
  #current: CameraStatus
  /** Aborts the attempt in progress when the settings change. */
  #attempt = new AbortController()
  #failures = 0
  readonly #streak = new FailureStreak()
  #facts: ConnectionFacts | null = null
  readonly #counter: CameraCounter
  /** What is logged of a failed attempt is logged after it. */
  readonly #guard = secrets.scope()

  constructor(settings: StreamConnectionSettings, deps: StreamConnectionDeps) {
    this.#settings = settings
    this.#deps = deps
    const { budget, clock, log } = deps
    this.#hub = new PacketHub({ budget, clock, log, preEventSec: settings.preEventSec })
    const state = settings.enabled ? 'connecting' : 'disabled'
    this.#current = { state, fault: null, message: null, sinceMs: clock.now() }
    this.#counter = deps.counter ?? new CameraCounter(clock)
  }

  get id(): string {
    return this.#settings.id
  }

  get source(): PacketSource {
    return this.#hub
  }

  get endpoint(): StreamEndpoint {
    return this.#settings.endpoint
  }

  status(): CameraStatus {
    return this.#current
  }

  /** What is being received now; null unless packets flow. */
  stream(): LiveStreamFacts | null {
    const run = this.#hub.currentRun()
    if (run === null || this.#facts === null) return null
    return { ...factsOf(run), ...this.#hub.measures(), ...this.#facts }
  }

  ring(): RingState {
    return this.#hub.ringState()
  }

  counters(): CameraCounters {
    return this.#counter.read()
  }

  /** Its runs of the last hour that ended sooner than that; null if they are few. */
  runsShorterThan(ms: number): ShortRuns | null {
    return this.#counter.runsShorterThan(ms)
  }

  /**
   * Takes new settings. Another address, account or switch ends the connection and begins anew at once,
   * whatever wait was under way; another pre-roll does not.
   */
  update(settings: StreamConnectionSettings): void {
    const before = this.#settings
    this.#settings = settings
    this.#hub.keep(settings.preEventSec)
    if (before.enabled === settings.enabled && isSameEndpoint(before.endpoint, settings.endpoint)) return
    this.#failures = 0
    this.#streak.end()
    this.#apply({ kind: 'configured', enabled: settings.enabled })
    this.#attempt.abort(new Error('the settings changed'))
  }

  /** Holds the connection until `signal` aborts. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        this.#attempt = new AbortController()
        await this.#once(AbortSignal.any([signal, this.#attempt.signal]))
        this.#attempt.abort(new Error('the attempt is over'))
      }
    } finally {
      this.#hub.close()
      this.#guard.end()
    }
  }

  /** One attempt and the wait behind it, or rest while disabled; ends early when `signal` aborts. */
  async #once(signal: AbortSignal): Promise<void> {
    try {
      if (!this.#settings.enabled) await untilAborted(signal)
      const waitMs = await this.#receive(signal)
      await this.#deps.clock.delay(waitMs, { signal })
    } catch (error) {
      if (signal.aborted) return
      // Nothing else is foreseen here; a bug must not make this a tight loop.
      this.#deps.log.error({ cameraId: this.id, err: error }, 'camera.supervisor_failed')
      await this.#deps.clock.delay(1000, { signal }).catch(() => undefined)
    }
  }

  /**
   * One connection, from beginning to end.
   * @returns how long to wait before the next one, ms.
   */
  async #receive(signal: AbortSignal): Promise<number> {
    const { accounts, clock, log, random } = this.#deps
    this.#counter.attempted()
    const { credentials } = this.#settings.endpoint
    if (credentials !== null) this.#guard.add(credentials.password)
    const startedMs = clock.monotonic()
    let flowingSinceMs: number | null = null
    let account: ServiceAccount | null = null
    const unwatch = this.#hub.watch(() => {
      // Packets may come before the answer to PLAY; who hears of the stream may ask what it is.
      if (this.#facts === null) return
      unwatch()
      flowingSinceMs = clock.monotonic()
      log.info({ cameraId: this.id, afterMs: Math.round(flowingSinceMs - startedMs) }, 'camera.flowing')
      this.#counter.flowing()
      this.#streak.accepted()
      this.#apply({ kind: 'flowing' })
    })
    try {
      account = accountAt(this.#settings.endpoint)
      await this.#settings.endpoint.admit?.(signal)
      return await receiveStream(
        {
          endpoint: this.#settings.endpoint,
          deps: this.#deps,
          sink: watchRuns(this.#hub, clock, (livedMs) => this.#counter.runEnded(livedMs, signal.aborted)),
          nextRunId: () => ++StreamConnection.#lastRunId,
          onBreak: (reason) => {
            this.#counter.broke(reason)
            log.warn({ cameraId: this.id, reason }, 'camera.run_broken')
          },
          onPlaying: (facts, counters) => {
            this.#facts = facts
            this.#counter.playing(counters)
            if (account !== null && facts.authScheme !== 'none') accounts?.proved(account)
          },
          onStray: (bytes) => {
            this.#counter.frameBroke()
            log.debug({ cameraId: this.id, bytes }, 'camera.stray_bytes')
          },
          onKeepAliveRefused: (status) =>
            log.warn({ cameraId: this.id, status }, 'camera.keep_alive_refused'),
        },
        signal,
      )
    } catch (error) {
      if (signal.aborted) throw error
      const isProven = account !== null && accounts?.isProven(account) === true
      // A password that was refused meanwhile may have been changed, and its account be locked.
      const isRight = isProven && !this.#streak.wasRefused
      const failure = isRight ? ofProvenAccount(asStreamFailure(error)) : asStreamFailure(error)
      const isGood = flowingSinceMs !== null && clock.monotonic() - flowingSinceMs >= goodAfterMs
      this.#failures = isGood ? 1 : this.#failures + 1
      const { fault, message } = failure
      if (isGood) this.#streak.end()
      const isStall = failure instanceof StreamSilence
      if (isStall) this.#counter.stalled()
      this.#apply(isStall ? { kind: 'stalled', message } : { kind: 'failed', fault, message })
      // A session that played is owed its whole wait: the camera has to end it first.
      const tookMs = flowingSinceMs === null ? clock.monotonic() - startedMs : 0
      const attempt = { fault, failures: this.#streak.add(fault), tookMs, isProven }
      const waitMs = retryWaitMs(attempt, random)
      this.#deps.onFailed?.({ fault, failures: this.#failures, mayBeBooting: mayBeBooting(attempt) })
      log.warn(
        { cameraId: this.id, fault, failures: this.#failures, waitMs: Math.round(waitMs), err: failure },
        'camera.failed',
      )
      return waitMs
    } finally {
      unwatch()
      this.#facts = null
      this.#counter.ended()
    }
  }

  #apply(event: CameraEvent): void {
    const before = this.#current
    this.#current = next(before, event, this.#deps.clock.now())
    if (this.#current === before) return
    this.#deps.log.info({ cameraId: this.id, from: before.state, to: this.#current.state }, 'camera.status')
    this.#deps.onStatus(this.#current)
  }
}
