import { NewestMap } from '../platform/newest-map.js'
import { type EventMessage, stateOf } from './event-message.js'
import { categoryOf, isHousekeeping, plainTopic } from './event-topic.js'
import { TopicNoise } from './topic-noise.js'

/** What a message means to a recording. */
export type Meaning =
  /** Something began, or happened. */
  | 'begins'
  /** What began before goes on; at most every few seconds. */
  | 'lasts'
  /** State, an end, a repeat, or nothing of the site. */
  | 'nothing'

/** A message understood: what it means, and which property it is about. */
interface Understood {
  readonly meaning: Meaning
  readonly key: string
}

interface Property {
  isActive: boolean
  /** Whether the camera has ever said that it was over: there are some that never do. */
  hasEnded: boolean
  /** Of the camera's last word, monotonic, ms. */
  saidAtMs: number
  /** When we last passed it on; `never` for what was true before we listened. */
  reportedAtMs: number
  /** It was not passed on, for its topic was noise. */
  isDrowned?: boolean
}

/** A property that was true and of which nothing more is heard so long is reported anew by the next true, ms. */
const silentEndMs = 30_000
/** A thing that happens at moments (no true or false) is one event as long as the moments are this close, ms. */
const pulseEndMs = 10_000
/** A property that flickers is reported once in this time, ms. */
const flickerMs = 1000
/** What lasts is reported this often, ms: a recording of the shortest duration must not end before. */
const lastsEveryMs = 2500
/** A property that stays true without a further word is believed for so long where the camera reports ends, ms. */
const stuckAfterMs = 300_000
const never = Number.NEGATIVE_INFINITY
/** Properties kept: a camera has tens. */
export const mostProperties = 500

/**
 * The properties of one camera, by topic and source. Only a change from false to true is news: cameras repeat what is
 * true and what is false all the time, and list every state when somebody subscribes.
 */
export class EventStates {
  readonly #properties = new NewestMap<string, Property>(mostProperties)
  readonly #noise = new TopicNoise()

  /**
   * Takes a message.
   * @param nowMs monotonic
   * @param isListing whether the camera lists its states now, because we asked for them: what does not say that it
   *   changed is taken for state then. Elsewhere the creation of a property is news as a change is: what appears inside
   *   a field, with an id of its own, is told by nothing else.
   */
  take(message: EventMessage, nowMs: number, isListing: boolean): Understood {
    const key = keyOf(message)
    return { key, meaning: this.#judge(key, message, nowMs, isListing) }
  }

  /** How often a minute the loudest topic comes that is no news for its number; null where none is. */
  noisePerMinute(nowMs: number): number | null {
    return this.#noise.perMinute(nowMs)
  }

  /**
   * The properties that began here, still hold by their last word, and were not reported for a while; they are reported
   * of now.
   */
  lasting(nowMs: number): string[] {
    const keys: string[] = []
    for (const [key, property] of this.#properties) {
      const believedMs = property.hasEnded ? stuckAfterMs : silentEndMs
      const isOld = nowMs - property.saidAtMs >= believedMs
      if (!property.isActive || property.reportedAtMs === never || isOld) continue
      if (this.#reportAgain(key, nowMs) === 'lasts') keys.push(key)
    }
    return keys
  }

  #judge(key: string, message: EventMessage, nowMs: number, isListing: boolean): Meaning {
    const state = stateOf(message)
    if (isHousekeeping(message.topic)) {
      // It is no event in any case; who looks after the camera wants to know what it is busy with all the same.
      if (!isListing && state !== false) this.#noise.happens(plainTopic(message.topic), nowMs)
      return 'nothing'
    }
    if (message.operation === 'deleted') {
      this.#properties.delete(key)
      return 'nothing'
    }
    if (isListing && message.operation !== 'changed') return this.#listed(key, state, nowMs)
    this.#resurface(key, message, nowMs)
    if (this.#isNoise(key, message, state, nowMs)) return this.#drowned(key, state, nowMs)
    if (state === null) return this.#pulse(key, nowMs)
    if (!state) return this.#becomesFalse(key, nowMs)
    const known = this.#properties.get(key)
    if (message.operation === 'initialized' && known?.isActive === true)
      return this.#goesOn(key, known, nowMs)
    return this.#becomesTrue(key, nowMs)
  }

  /** Moments are counted, and where nobody knows what a topic means the flickering of its properties as well. */
  #isNoise(key: string, { topic }: EventMessage, state: boolean | null, nowMs: number): boolean {
    const begins = state === true && this.#properties.get(key)?.isActive !== true
    if (state !== null && !(begins && categoryOf(topic) === 'other')) return false
    return this.#noise.happens(plainTopic(topic), nowMs)
  }

  #drowned(key: string, state: boolean | null, nowMs: number): Meaning {
    const hasEnded = this.#properties.get(key)?.hasEnded ?? false
    this.#properties.set(key, {
      isActive: state === true,
      hasEnded,
      saidAtMs: nowMs,
      reportedAtMs: never,
      isDrowned: true,
    })
    return 'nothing'
  }

  /** Nobody was told of what began as its topic was noise: once the topic is believed again, its next word is news. */
  #resurface(key: string, { topic }: EventMessage, nowMs: number): void {
    const known = this.#properties.get(key)
    if (known?.isDrowned !== true || this.#noise.isNoise(plainTopic(topic), nowMs)) return
    const { hasEnded, saidAtMs } = known
    this.#properties.set(key, { isActive: false, hasEnded, saidAtMs, reportedAtMs: never })
  }

  #listed(key: string, state: boolean | null, nowMs: number): Meaning {
    const known = this.#properties.get(key)
    // Nobody told us when it began: that was between two subscriptions.
    if (state === true && known?.isActive === false) return this.#becomesTrue(key, nowMs)
    // What goes on across a new subscription is no news.
    const reported = state === true && known !== undefined ? known : { hasEnded: false, reportedAtMs: never }
    if (state !== null) this.#properties.set(key, { ...reported, isActive: state, saidAtMs: nowMs })
    return 'nothing'
  }

  /** States that a camera repeats unasked, as for another program that listens. */
  #goesOn(key: string, known: Property, nowMs: number): Meaning {
    const isForgotten = !known.hasEnded && nowMs - known.saidAtMs >= stuckAfterMs
    if (isForgotten && known.reportedAtMs !== never) return this.#becomesTrue(key, nowMs)
    this.#properties.set(key, { ...known, saidAtMs: nowMs })
    return this.#reportAgain(key, nowMs)
  }

  #becomesTrue(key: string, nowMs: number): Meaning {
    const known = this.#properties.get(key)
    const isRepeat = known?.isActive === true && nowMs - known.saidAtMs < silentEndMs
    const isFlicker = known !== undefined && nowMs - known.reportedAtMs < flickerMs
    if (known === undefined || !(isRepeat || isFlicker)) {
      const hasEnded = known?.hasEnded ?? false
      this.#properties.set(key, { isActive: true, hasEnded, saidAtMs: nowMs, reportedAtMs: nowMs })
      return 'begins'
    }
    this.#properties.set(key, { ...known, isActive: true, saidAtMs: nowMs })
    return this.#reportAgain(key, nowMs)
  }

  #becomesFalse(key: string, nowMs: number): Meaning {
    const known = this.#properties.get(key)
    const hasEnded = known !== undefined && (known.hasEnded || known.isActive)
    this.#properties.set(key, {
      isActive: false,
      hasEnded,
      saidAtMs: nowMs,
      reportedAtMs: known?.reportedAtMs ?? never,
    })
    return 'nothing'
  }

  #pulse(key: string, nowMs: number): Meaning {
    const known = this.#properties.get(key)
    const isFirst = known === undefined || known.reportedAtMs === never
    if (isFirst || nowMs - known.saidAtMs >= pulseEndMs) {
      this.#properties.set(key, { isActive: false, hasEnded: false, saidAtMs: nowMs, reportedAtMs: nowMs })
      return 'begins'
    }
    this.#properties.set(key, { ...known, saidAtMs: nowMs })
    return this.#reportAgain(key, nowMs)
  }

  #reportAgain(key: string, nowMs: number): Meaning {
    const property = this.#properties.get(key)
    if (property === undefined || nowMs - property.reportedAtMs < lastsEveryMs) return 'nothing'
    // What was true when we subscribed was never reported, and repeats of it say nothing.
    if (property.reportedAtMs === never) return 'nothing'
    property.reportedAtMs = nowMs
    return 'lasts'
  }
}

/** The property that a message is about. */
export function keyOf({ topic, source }: EventMessage): string {
  const items = source.map(({ name, value }) => `${name}=${value}`).toSorted()
  return [plainTopic(topic).toLowerCase(), ...items].join('\n')
}
