import { Camera, type CameraDeps, type FailedStream, isSameEndpoint } from './camera.js'
import type { CameraCounter } from './camera-counters.js'
import type { CameraStatus } from './camera-status.js'
import type { StreamEndpoint } from './receive-stream.js'

/** What a stream is received for. */
export type StreamUse = 'recording' | 'detection' | 'preview'

export interface StreamWish {
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
export interface HeldStream extends AsyncDisposable {
  readonly camera: Camera
  /** Changes how far back packets are wanted, seconds. */
  keep(preEventSec: number): void
  /** Lets the stream go; with its last user its connection ends, and then this resolves. Idempotent. */
  release(): Promise<void>
}

export type StreamHolderDeps = Omit<CameraDeps, 'onStatus' | 'onFailed' | 'counter'>

interface Held {
  readonly camera: Camera
  readonly users: Set<StreamWish>
  readonly stop: AbortController
  readonly running: Promise<void>
}

/**
 * The streams of one camera: one connection each, whatever uses them. Cameras serve few connections, and some
 * serve one.
 */
export class StreamHolder {
  readonly #cameraId: string
  readonly #deps: StreamHolderDeps
  readonly #held = new Set<Held>()
  /** The connections that are being closed: the next one to the same stream waits for them. */
  readonly #closing = new Set<Held>()

  constructor(cameraId: string, deps: StreamHolderDeps) {
    this.#cameraId = cameraId
    this.#deps = deps
  }

  /** Uses a stream, over the connection that there is or a new one. */
  take(endpoint: StreamEndpoint, wish: StreamWish): HeldStream {
    const held = this.#find(endpoint) ?? this.#connect(endpoint, wish)
    let current = wish
    const keep = (preEventSec: number) => {
      held.users.delete(current)
      current = { ...wish, preEventSec }
      held.users.add(current)
      const most = Math.max(...[...held.users].map((user) => user.preEventSec))
      held.camera.update({ id: this.#cameraId, enabled: true, endpoint, preEventSec: most })
    }
    keep(wish.preEventSec)
    const release = () => this.#release(held, current)
    return { camera: held.camera, keep, release, [Symbol.asyncDispose]: release }
  }

  /** The stream at this address, if anybody uses it. */
  find(endpoint: StreamEndpoint): Camera | null {
    return this.#find(endpoint)?.camera ?? null
  }

  /** What a stream is used for. */
  usesOf(endpoint: StreamEndpoint): StreamUse[] {
    return [...new Set([...(this.#find(endpoint)?.users ?? [])].map(({ use }) => use))]
  }

  /** Ends all connections, whoever uses them. */
  async close(): Promise<void> {
    for (const held of this.#held) this.#end(held)
    await Promise.all([...this.#closing].map(({ running }) => running))
  }

  #find(endpoint: StreamEndpoint): Held | undefined {
    return [...this.#held].find(({ camera }) => isSameEndpoint(camera.endpoint, endpoint))
  }

  #connect(endpoint: StreamEndpoint, { preEventSec, counter }: StreamWish): Held {
    const users = new Set<StreamWish>()
    const camera = new Camera(
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
    const before = [...this.#closing].filter((one) => isSameEndpoint(one.camera.endpoint, endpoint))
    const running = Promise.all(before.map((one) => one.running)).then(() => camera.run(stop.signal))
    const held = { camera, users, stop, running }
    this.#held.add(held)
    return held
  }

  async #release(held: Held, user: StreamWish): Promise<void> {
    held.users.delete(user)
    if (held.users.size > 0) return
    this.#end(held)
    await held.running
  }

  #end(held: Held): void {
    if (!this.#held.delete(held)) return
    this.#closing.add(held)
    void held.running.finally(() => this.#closing.delete(held))
    held.stop.abort(new Error('nobody uses the stream any more'))
  }
}
