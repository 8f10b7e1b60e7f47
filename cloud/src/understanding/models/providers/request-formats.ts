import type { Clock } from '../../../platform/time/clock.js'
import type { RequestFormat } from './protocol.js'

/** How long it is remembered that an endpoint refuses a format: it may be replaced by one that takes it. */
const rememberedMs = 6 * 60 * 60 * 1000
const mostRemembered = 10_000

/** The format for an endpoint of which nothing is known. */
export const defaultFormat: RequestFormat = { form: 'strict', newTokenLimit: false }

/** Remembers the format in which each endpoint takes requests, so that each refuses the better format once and not each time. */
export class RequestFormats {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #known = new Map<string, { format: RequestFormat; until: number }>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  of(endpoint: string, model: string): RequestFormat {
    const known = this.#known.get(keyOf(endpoint, model))
    return known && known.until > this.#clock.monotonic() ? known.format : defaultFormat
  }

  remember(endpoint: string, model: string, format: RequestFormat): void {
    const key = keyOf(endpoint, model)
    this.#known.delete(key)
    this.#known.set(key, { format, until: this.#clock.monotonic() + rememberedMs })
    const oldest = this.#known.keys().next()
    if (this.#known.size > mostRemembered && !oldest.done) this.#known.delete(oldest.value)
  }
}

const keyOf = (endpoint: string, model: string): string => `${endpoint}\n${model}`
