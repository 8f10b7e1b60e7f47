import type { Clock } from '../platform/clock.js'
import { within } from '../platform/within.js'
import type { LiveLink } from './live-link.js'

/** Why a token is asked for: to begin, because the one in use ends soon, or because it was refused. */
export type TokenWhy = 'first' | 'expiring' | 'refused'

/** Answers null where there is none and will be none: somebody has to sign in. Rejects where it is not known. */
export type RequestToken = (why: TokenWhy) => Promise<string | null>

/** A page that has not answered for that long, ms, is asked again. */
export const mostAnswerMs = 15_000

/** Asks as `request` does, and rejects too where that throws, or does not answer in time. */
export function askedInTime(request: RequestToken, clock: Clock): RequestToken {
  return async (why) => within(request(why), { ms: mostAnswerMs, clock })
}

/** The part of a token's time after which it is renewed. */
const renewAfterPart = 0.7
const leastMs = 2000
const againMs = 10_000
/** Timers of browsers hold no more. */
const mostMs = 2 ** 31 - 1

/** Keeps the token of a link good: a live token is lengthened, an access token replaced by a newer one. */
export class TokenKeeper {
  readonly #request: RequestToken
  readonly #clock: Clock
  /** Says that the link cannot be kept: another one is needed, with another token. */
  readonly #spent: (link: LiveLink) => void
  #cancel = () => {}
  /** Clock of the service minus ours, ms. */
  #aheadMs = 0
  #endsAtMs: number | null = null

  constructor(deps: {
    readonly request: RequestToken
    readonly clock: Clock
    readonly spent: (link: LiveLink) => void
  }) {
    this.#request = deps.request
    this.#clock = deps.clock
    this.#spent = deps.spent
  }

  welcome(link: LiveLink, serverTimeMs: number, expiresAtMs: number | null): void {
    this.#aheadMs = serverTimeMs - this.#clock.wall()
    this.renewed(link, expiresAtMs)
  }

  renewed(link: LiveLink, expiresAtMs: number | null): void {
    this.#cancel()
    const before = this.#endsAtMs
    this.#endsAtMs = expiresAtMs
    if (expiresAtMs === null) return
    const leftMs = expiresAtMs - this.#aheadMs - this.#clock.wall()
    // Lengthened by nothing: its time is used up.
    const isAtItsEnd = before !== null && expiresAtMs <= before && leftMs < againMs
    const waitMs = Math.min(mostMs, Math.max(leastMs, leftMs * renewAfterPart))
    this.#cancel = this.#clock.after(waitMs, () => (isAtItsEnd ? this.#spent(link) : this.#renew(link)))
  }

  stop(): void {
    this.#cancel()
    this.#endsAtMs = null
  }

  #renew(link: LiveLink): void {
    // Should no answer come, it is tried again.
    this.#cancel = this.#clock.after(againMs, () => this.#renew(link))
    if (link.token.startsWith('lt_')) link.send({ type: 'renew' })
    else {
      this.#request('expiring').then(
        (token) => token !== null && link.send({ type: 'token', token }),
        () => undefined,
      )
    }
  }
}
