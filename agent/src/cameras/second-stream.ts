import type { CameraFault } from '@sightline/protocol'
import { inBackground } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import type { FailedStream, StreamConnection } from '../streams/stream-connection.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import type { StreamHandle, StreamPool } from '../streams/stream-pool.js'
import type { SecondStreamPolicy } from './second-stream-policy.js'

interface SecondStreamOptions {
  readonly cameraId: string
  readonly streams: StreamPool
  /** It comes first: this one is opened while that flows. */
  readonly recorded: Pick<StreamConnection, 'status'>
  /** Outlasts this stream: what was learnt of the camera stays true. */
  readonly policy: SecondStreamPolicy
  readonly clock: Clock
  readonly log: Logger
  /** It may serve now, or does so no longer. */
  onAvailability: () => void
  onStatus: () => void
  /** An attempt to receive it failed. */
  onFailed: (failed: FailedStream) => void
}

/** Why a stream of its own is not used for detection. */
export type SecondStreamTrouble =
  | { readonly kind: 'failed'; readonly fault: CameraFault | null }
  /** The camera drops the recorded stream for it. */
  | { readonly kind: 'disturbs' }

/** How far back a look for movement may go, seconds, and what it is kept from while it waits for its turn. */
const lookBackSec = 6

/** A stream that serves detection alone: connected while wanted, given up where the recorded one needs its session. */
export class SecondStream {
  readonly #options: SecondStreamOptions
  #endpoint: StreamEndpoint | null = null
  #handle: StreamHandle | null = null
  #cancelRetry: () => void = () => undefined
  #longerSec = 0
  #isStopped = false

  constructor(options: SecondStreamOptions) {
    this.#options = options
  }

  /** Null unless pictures flow. */
  get flowing(): StreamConnection | null {
    const connection = this.#handle?.connection
    return connection?.status().state === 'online' ? connection : null
  }

  /** Null while all is as wanted. */
  get trouble(): SecondStreamTrouble | null {
    if (this.#endpoint === null) return null
    if (this.#options.policy.rests) return { kind: 'disturbs' }
    const status = this.#handle?.connection.status()
    if (!status || status.state === 'online' || status.state === 'connecting') return null
    return { kind: 'failed', fault: status.fault }
  }

  /** Begins, or goes on with another stream. @param endpoint null: none is wanted */
  use(endpoint: StreamEndpoint | null): void {
    if (this.#endpoint !== endpoint) {
      this.release()
      this.#endpoint = endpoint
    }
    this.#connect()
  }

  /** Keeps its past for so many seconds longer: a look at it is late. */
  keepLonger(sec: number): void {
    this.#longerSec = sec
    this.#handle?.keep(lookBackSec + sec)
  }

  /** The recorded stream was lost. */
  recordedLost(): void {
    this.#options.policy.lost()
    if (this.#options.policy.rests)
      inBackground(this.#yield(), this.#options.log, 'detection.stream_not_released')
  }

  /**
   * The recorded stream was refused, for the camera serves no further client. Gives up the session of this one.
   * @returns whether there was one
   */
  async recordedRefused(): Promise<boolean> {
    if (!this.#handle) return false
    // One that does not flow takes no place that is known of: the camera may refuse both, as while it boots.
    if (this.flowing) this.#options.policy.refused()
    await this.#yield()
    return true
  }

  /** Ends the connection until `use`. */
  release(): void {
    inBackground(this.#release(), this.#options.log, 'detection.stream_not_released')
  }

  stop(): Promise<void> {
    this.#isStopped = true
    return this.#release()
  }

  #connect(): void {
    const { streams, policy, onAvailability, onFailed, onStatus } = this.#options
    if (this.#isStopped || this.#endpoint === null || this.#handle) return
    if (policy.rests) {
      this.#connectAfterRest()
      return
    }
    this.#handle = streams.acquire(this.#endpoint, {
      use: 'detection',
      preEventSec: lookBackSec + this.#longerSec,
      onStatus: ({ state }) => {
        if (state === 'online') policy.opened()
        onAvailability()
        onStatus()
      },
      onFailed,
    })
  }

  /** Pauses, so that the recorded stream has its session. */
  async #yield(): Promise<void> {
    if (!this.#handle) return
    const { cameraId, log, policy, onAvailability } = this.#options
    if (policy.rests) log.warn({ cameraId, restMs: policy.restMs }, 'detection.disturbs_recording')
    const released = this.#release()
    onAvailability()
    await released
  }

  /** Also one that was never connected rests: what it did to the recorded stream was in the connection before. */
  #connectAfterRest(): void {
    const { clock, policy, recorded, onAvailability } = this.#options
    this.#cancelRetry()
    this.#cancelRetry = clock.after(policy.restMs, () => {
      // While the recorded one does not flow it would take its place; `use` follows when that does.
      if (recorded.status().state !== 'online') return
      this.#connect()
      onAvailability()
    })
  }

  async #release(): Promise<void> {
    this.#cancelRetry()
    const handle = this.#handle
    this.#handle = null
    await handle?.release()
  }
}
