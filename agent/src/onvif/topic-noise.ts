import { NewestMap } from '../platform/newest-map.js'
import { categoryOf } from './event-topic.js'

/** Topics remembered: a camera has tens. */
const mostTopics = 200
const windowMs = 60_000
/**
 * Occurrences a minute up to which a topic is believed. A line over a busy street is crossed several times a second; of
 * what nobody here has heard of, one a second is enough.
 */
const mostPerMinute = { known: 240, unknown: 60 } as const

interface Counted {
  readonly most: number
  windowAtMs: number
  count: number
  /** Occurrences a minute when it became noise; null while it is believed. */
  perMinute: number | null
}

/** Which topics of a camera are noise: they happen so often that they say nothing, as a log does, and would record without end. */
export class TopicNoise {
  readonly #topics = new NewestMap<string, Counted>(mostTopics)

  /** Counts an occurrence. @param topic in the form in which topics are compared. @returns whether it is noise */
  happens(topic: string, nowMs: number): boolean {
    const known = this.#topics.get(topic)
    const counted = known ?? { most: mostOf(topic), windowAtMs: nowMs, count: 0, perMinute: null }
    if (known === undefined) this.#topics.set(topic, counted)
    roll(counted, nowMs)
    counted.count += 1
    if (counted.count > counted.most && counted.perMinute === null) counted.perMinute = rateOf(counted, nowMs)
    return counted.perMinute !== null
  }

  /** Whether a topic is noise now, without a further occurrence. */
  isNoise(topic: string, nowMs: number): boolean {
    const counted = this.#topics.get(topic)
    if (counted === undefined) return false
    roll(counted, nowMs)
    return counted.perMinute !== null
  }

  /** Of the loudest topic that is noise, how often it happened a minute; null for none. */
  perMinute(nowMs: number): number | null {
    let loudest: number | null = null
    for (const counted of this.#topics.values()) {
      roll(counted, nowMs)
      if (counted.perMinute !== null) loudest = Math.max(loudest ?? 0, counted.perMinute)
    }
    return loudest
  }
}

function mostOf(topic: string): number {
  return categoryOf(topic) === 'other' ? mostPerMinute.unknown : mostPerMinute.known
}

/** Begins the next minute. What was noise is believed again after one in which it was half as loud as it may be. */
function roll(counted: Counted, nowMs: number): void {
  const minutes = Math.floor((nowMs - counted.windowAtMs) / windowMs)
  if (minutes < 1) return
  if (minutes > 1 || counted.count <= counted.most / 2) counted.perMinute = null
  counted.windowAtMs += minutes * windowMs
  counted.count = 0
}

function rateOf({ count, windowAtMs }: Counted, nowMs: number): number {
  return Math.round(((count - 1) * windowMs) / Math.max(nowMs - windowAtMs, 1000))
}
