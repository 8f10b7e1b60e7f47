import { inBackground } from '../platform/background.js'
import type { CameraCounter } from './camera-counters.js'
import type { CameraStatus } from './camera-status.js'
import { type FailedStream, StreamConnection, type StreamConnectionDeps } from './stream-connection.js'
import { isSameEndpoint, type StreamEndpoint } from './stream-endpoint.js'

/** What a stream is received for. */
export type StreamUse = 'recording' | 'detection' | 'preview' | 'live'

interface StreamRequest {
  readonly use: StreamUse
  /** How far back packets are wanted, seconds; of several users the most counts. */
  readonly preEventSec: number
  /** Called with each new status of the stream, from now on; neither throws nor blocks. */
  readonly onStatus?: (status: CameraStatus) => void
  readonly onFailed?: (failed: FailedStream) => void
  /** Counts on if this is who connects. */
  readonly counter?: CameraCounter
}

/** A stream in use, until it is released. */
export interface StreamHandle extends AsyncDisposable {
  readonly connection: StreamConnection
  /** Changes how far back packets are wanted, seconds. */
  keep(preEventSec: number): void
  /** Releases the stream; with its last user its connection ends, and then this resolves. Idempotent. */
  release(): Promise<void>
}

type StreamPoolDeps = Omit<StreamConnectionDeps, 'onStatus' | 'onFailed' | 'counter'>

interface PooledStream {
  readonly connection: StreamConnection
  readonly users: Set<StreamRequest>
  readonly stop: AbortController
  readonly running: Promise<void>
}

/**
 * The streams of one camera: one connection each, whatever uses them. Cameras serve few connections, and some
 * serve one.
 */
export class StreamPool {
  readonly #cameraId: string
  readonly #deps: StreamPoolDeps
  readonly #pooled = new Set<PooledStream>()
  /** The connections that are being closed: the next one to the same stream waits for them. */
  readonly #closing = new Set<PooledStream>()

  constructor(cameraId: string, deps: StreamPoolDeps) {
    this.#cameraId = cameraId
    this.#deps = deps
  }

  /** Uses a stream, over the connection that there is or a new one. */
  acquire(endpoint: StreamEndpoint, request: StreamRequest): StreamHandle {
    const pooled = this.#find(endpoint) ?? this.#connect(endpoint, request)
    let current = request
    const keep = (preEventSec: number) => {
      pooled.users.delete(current)
      current = { ...request, preEventSec }
      pooled.users.add(current)
      const most = Math.max(...[...pooled.users].map((user) => user.preEventSec))
      pooled.connection.update({ id: this.#cameraId, enabled: true, endpoint, preEventSec: most })
    }
    keep(request.preEventSec)
    const release = () => this.#release(pooled, current)
    return { connection: pooled.connection, keep, release, [Symbol.asyncDispose]: release }
  }

  /** The stream at this address, if it is in use. */
  find(endpoint: StreamEndpoint): StreamConnection | null {
    return this.#find(endpoint)?.connection ?? null
  }

  /** What a stream is used for. */
  usesOf(endpoint: StreamEndpoint): StreamUse[] {
    return [...new Set([...(this.#find(endpoint)?.users ?? [])].map(({ use }) => use))]
  }

  /** Ends all connections, whoever uses them. */
  async close(): Promise<void> {
    for (const pooled of this.#pooled) this.#end(pooled)
    await Promise.all([...this.#closing].map(({ running }) => running))
  }

  #find(endpoint: StreamEndpoint): PooledStream | undefined {
    return [...this.#pooled].find(({ connection }) => isSameEndpoint(connection.endpoint, endpoint))
  }

  #connect(endpoint: StreamEndpoint, { preEventSec, counter }: StreamRequest): PooledStream {
    const users = new Set<StreamRequest>()
    const connection = new StreamConnection(
      { id: this.#cameraId, enabled: true, endpoint, preEventSec },
      {
        ...this.#deps,
        ...(counter && { counter }),
        onStatus: (status) => {
          for (const user of users) user.onStatus?.(status)
        },
        onFailed: (failed) => {
          for (const user of users) user.onFailed?.(failed)
        },
      },
    )
    const stop = new AbortController()
    const before = [...this.#closing].filter((one) => isSameEndpoint(one.connection.endpoint, endpoint))
    const cameraId = this.#cameraId
    const running = Promise.all(before.map((one) => one.running))
      .then(() => connection.run(stop.signal))
      .catch((err: unknown) => this.#deps.log.error({ cameraId, err }, 'camera.not_received'))
    const pooled = { connection, users, stop, running }
    this.#pooled.add(pooled)
    return pooled
  }

  async #release(pooled: PooledStream, user: StreamRequest): Promise<void> {
    pooled.users.delete(user)
    if (pooled.users.size > 0) return
    this.#end(pooled)
    await pooled.running
  }

  #end(pooled: PooledStream): void {
    if (!this.#pooled.delete(pooled)) return
    this.#closing.add(pooled)
    inBackground(
      pooled.running.finally(() => this.#closing.delete(pooled)),
      this.#deps.log,
      'camera.not_received',
    )
    pooled.stop.abort(new Error('the stream has no user any more'))
  }
}
