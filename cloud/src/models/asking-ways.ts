import type { Clock } from '../platform/clock.js'
import type { AskingWay } from './protocol.js'

/** How long it is remembered that an endpoint refuses a way to ask: it may be replaced by one that takes it. */
const rememberedMs = 6 * 60 * 60 * 1000
const mostRemembered = 10_000

/** How an endpoint is asked of which nothing is known. */
export const firstWay: AskingWay = { form: 'strict', newTokenLimit: false }

/** Remembers how each endpoint wants its models to be asked, so that it refuses the better way once and not each time. */
export class AskingWays {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #known = new Map<string, { way: AskingWay; until: number }>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  of(endpoint: string, model: string): AskingWay {
    const known = this.#known.get(keyOf(endpoint, model))
    return known && known.until > this.#clock.monotonic() ? known.way : firstWay
  }

  remember(endpoint: string, model: string, way: AskingWay): void {
    const key = keyOf(endpoint, model)
    this.#known.delete(key)
    this.#known.set(key, { way, until: this.#clock.monotonic() + rememberedMs })
    const oldest = this.#known.keys().next()
    if (this.#known.size > mostRemembered && !oldest.done) this.#known.delete(oldest.value)
  }
}

const keyOf = (endpoint: string, model: string): string => `${endpoint}\n${model}`
