import { NewestMap } from '../platform/newest-map.js'
import type { MediaTransport } from './media-path.js'

/** The request that keeps a session alive. */
export type KeepAlive = 'GET_PARAMETER' | 'OPTIONS'

/** What a camera was found to need that it does not say of itself. */
interface StreamQuirks {
  /** Over what packets came; null before any. */
  readonly transport: MediaTransport | null
  /** Until when its sound is left alone, for it cost the video; monotonic, ms. */
  readonly silentUntilMs: number
  /** It played neither with its sound nor, at once after that, without: the next connection begins without. */
  readonly soundSuspected: boolean
  /** How often in a row it played without its sound, and not with it. */
  readonly silentTimes: number
  /** It offers GET_PARAMETER, and does not take it or ends the session over it. */
  readonly dislikesGetParameter: boolean
  /** It took a digest of the password: from then on it gets nothing that shows the password. */
  readonly tookDigest: boolean
  /** So many connections in a row ended because no picture of it could be read. */
  readonly unreadTimes: number
}

const unknown: StreamQuirks = {
  transport: null,
  silentUntilMs: 0,
  soundSuspected: false,
  silentTimes: 0,
  dislikesGetParameter: false,
  tookDigest: false,
  unreadTimes: 0,
}
const mostKept = 1000

/**
 * What was learned of the streams that this process receives, so that a reconnection does not repeat what went
 * wrong before. In memory: after a restart it is learned again, in one attempt.
 */
export class StreamQuirkCache {
  readonly #known = new NewestMap<string, StreamQuirks>(mostKept)

  of(key: string): StreamQuirks {
    return this.#known.get(key) ?? unknown
  }

  learn(key: string, news: Partial<StreamQuirks>): void {
    this.#known.set(key, { ...this.of(key), ...news })
  }
}
