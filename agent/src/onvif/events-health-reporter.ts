import type { EventCategory } from '@sightline/protocol'
import type { EventsHealth } from './onvif-event.js'

/** The health of one subscription, reported whenever it changes. */
export class EventsHealthReporter {
  readonly #report: (health: EventsHealth) => void
  #health: EventsHealth = {
    state: 'connecting',
    lastEventAt: null,
    lastRenewAt: null,
    message: null,
    topicsSeen: { motion: false },
  }

  constructor(report: (health: EventsHealth) => void) {
    this.#report = report
    report(this.#health)
  }

  moveTo(state: EventsHealth['state'], message: string | null): void {
    const { state: before, message: said } = this.#health
    if (state !== before || message !== said) this.#change({ state, message })
  }

  /** @param atMs wall clock */
  renewed(atMs: number): void {
    this.#change({ lastRenewAt: atMs })
  }

  happened(category: EventCategory, atMs: number): void {
    const motion = this.#health.topicsSeen.motion || category === 'motion'
    this.#change({ lastEventAt: atMs, topicsSeen: { motion } })
  }

  /** @param perMinute of the loudest topic that is left out; null for none */
  noise(perMinute: number | null): void {
    if ((this.#health.noisePerMinute ?? null) !== perMinute) this.#change({ noisePerMinute: perMinute })
  }

  #change(changes: Partial<EventsHealth>): void {
    this.#health = { ...this.#health, ...changes }
    this.#report(this.#health)
  }
}
