import type { CameraSet, StreamRole } from '@sightline/protocol'
import { BackgroundTasks } from '../platform/background.js'
import type { Logger } from '../platform/logger.js'
import type { PacketSource } from '../stream/packet.js'
import type { FailedStream, StreamConnection } from '../streams/stream-connection.js'
import { isSameEndpoint } from '../streams/stream-endpoint.js'
import type { StreamHandle, StreamPool } from '../streams/stream-pool.js'
import type { ResolvedStreams } from './resolve-streams.js'
import type { SecondStreamPolicy } from './second-stream-policy.js'

/** Who watches a stream live. None of its methods may throw or block. */
export interface StreamWatcher {
  /** Packets come from here as soon as they flow, in place of any source before. */
  available(source: PacketSource): void
  /** No packets come for the time being. @param reason for a person */
  interrupted(reason: string): void
  /** None will come any more. @param reason for a person */
  gone(reason: string): void
}

/** Why a stream cannot be watched. */
export interface WatchRefusal {
  readonly code: 'unsupported' | 'unavailable'
  readonly message: string
}

/** A camera whose streams were found. */
interface LivePlace {
  readonly found: ResolvedStreams
  readonly streams: StreamPool
  /** The stream that is recorded: it comes first. */
  readonly recorded: StreamConnection
  readonly policy: SecondStreamPolicy
  readonly settings: () => CameraSet
  /** An attempt to receive another stream than the recorded one failed. */
  readonly onFailed: (failed: FailedStream) => void
}

interface Watch {
  readonly role: StreamRole
  readonly watcher: StreamWatcher
  handle: StreamHandle | null
  /** Its connection is beside the recorded one. */
  isSecond: boolean
}

const noSub: WatchRefusal = { code: 'unsupported', message: 'the camera has no sub stream' }
const disturbs: WatchRefusal = {
  code: 'unavailable',
  message:
    'the camera drops the recorded stream when this one is opened: only the recorded one can be watched',
}

/**
 * The streams of one camera that are watched live, over all its connections. A stream that is received already is
 * shared; another one is opened for as long as somebody watches, and given up where the recorded one needs its place.
 */
export class LiveStreams {
  readonly #watches = new Set<Watch>()
  readonly #releasing: BackgroundTasks
  #place: LivePlace | null = null
  #isClosed = false

  constructor(log: Logger) {
    this.#releasing = new BackgroundTasks((err) => log.error({ err }, 'live.stream_not_released'))
  }

  /** Why a stream cannot be watched now; null if it can, as far as that is known. */
  refusal(role: StreamRole): WatchRefusal | null {
    const place = this.#place
    if (place === null) return null
    const endpoint = place.found[role]
    if (endpoint === null) return noSub
    const isOpen = place.streams.find(endpoint) !== null
    return !isOpen && place.policy.rests ? disturbs : null
  }

  /** The codec of a stream that flows; null for one that does not. */
  codec(role: StreamRole): 'h264' | 'h265' | null {
    const endpoint = this.#place?.found[role]
    const connection = endpoint && this.#place?.streams.find(endpoint)
    return connection?.source.currentRun()?.video.codec ?? null
  }

  /**
   * Watches a stream until the returned function is called; that is idempotent.
   * @param before says why nothing comes while the streams of the camera are not found
   */
  watch(role: StreamRole, watcher: StreamWatcher, before: string): () => void {
    const watch: Watch = { role, watcher, handle: null, isSecond: false }
    if (this.#isClosed) {
      watcher.gone('the camera is not served any more')
      return () => undefined
    }
    this.#watches.add(watch)
    if (this.#place === null) watcher.interrupted(before)
    else this.#open(watch, this.#place)
    return () => {
      this.#watches.delete(watch)
      this.#release(watch)
    }
  }

  /** The streams of the camera were found. */
  begin(place: LivePlace): void {
    this.#place = place
    for (const watch of this.#watches) this.#open(watch, place)
  }

  /** Streams beside the recorded one are somewhere else: who watches them watches there. */
  moved(found: ResolvedStreams): void {
    if (this.#place === null) return
    const place = { ...this.#place, found }
    this.#place = place
    for (const watch of this.#watches) {
      const [held, wanted] = [watch.handle?.connection.endpoint, found[watch.role]]
      if (held === undefined || (wanted !== null && isSameEndpoint(held, wanted))) continue
      this.#release(watch)
      this.#open(watch, place)
    }
  }

  /** The connections of the camera end; others may follow. @param reason for a person */
  end(reason: string): void {
    this.#place = null
    for (const watch of this.#watches) {
      this.#release(watch)
      watch.watcher.interrupted(reason)
    }
  }

  /** The recorded stream flows: others may be opened. */
  recordedFlows(): void {
    const place = this.#place
    if (place === null) return
    for (const watch of this.#watches) if (watch.handle === null) this.#open(watch, place)
  }

  /** The recorded stream was lost. */
  recordedLost(): void {
    const second = this.#second()
    if (this.#place === null || second.length === 0) return
    const { policy, settings } = this.#place
    // A camera that is set to one connection may be one that serves one client: once is enough there.
    policy.lost(settings().stream_mode === 'single')
    if (policy.rests) this.#giveUp(second)
  }

  /**
   * The recorded stream was refused, for the camera serves no further client. Gives up the places of others.
   * @returns whether there was one
   */
  async recordedRefused(): Promise<boolean> {
    const second = this.#second()
    if (second.length === 0) return false
    if (second.some(({ handle }) => handle?.connection.status().state === 'online')) {
      this.#place?.policy.refused()
    }
    this.#giveUp(second)
    await this.#releasing.settled()
    return true
  }

  /** The camera goes for good. Resolves once nothing is held. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#place = null
    this.#giveUp([...this.#watches], 'the camera is not served any more')
    await this.#releasing.settled()
  }

  #second(): Watch[] {
    return [...this.#watches].filter(({ handle, isSecond }) => handle !== null && isSecond)
  }

  #open(watch: Watch, place: LivePlace): void {
    const { role, watcher } = watch
    const endpoint = place.found[role]
    const refusal = this.refusal(role)
    if (endpoint === null || refusal !== null) {
      this.#giveUp([watch], (refusal ?? noSub).message)
      return
    }
    watch.isSecond = !isSameEndpoint(endpoint, place.recorded.endpoint)
    const isOpen = place.streams.find(endpoint) !== null
    if (!isOpen && place.recorded.status().state !== 'online') {
      watcher.interrupted('the recorded stream is connected first')
      return
    }
    const handle = place.streams.acquire(endpoint, {
      use: 'live',
      preEventSec: 0,
      onStatus: ({ state, message }) => {
        if (state === 'online' && watch.isSecond) place.policy.opened()
        if (state !== 'online') watcher.interrupted(message ?? 'the camera sends no pictures')
      },
      onFailed: (failed) => {
        if (watch.isSecond) place.onFailed(failed)
      },
    })
    watch.handle = handle
    const { state, message } = handle.connection.status()
    watcher.available(handle.connection.source)
    if (state !== 'online') watcher.interrupted(message ?? 'the stream is being opened')
  }

  #giveUp(watches: readonly Watch[], reason: string = disturbs.message): void {
    for (const watch of watches) {
      this.#watches.delete(watch)
      this.#release(watch)
      watch.watcher.gone(reason)
    }
  }

  #release(watch: Watch): void {
    const { handle } = watch
    watch.handle = null
    if (handle !== null) this.#releasing.add(handle.release())
  }
}
