import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.js'
import { FailedCall, valueOf } from './api-error.js'
import { systemTiming, type Timing } from './platform/timing.js'
import type { Send } from './retry.js'

/** What the program of a signed-in person holds, and keeps if it is to stay signed in over a restart. */
export interface HeldTokens {
  readonly access_token: string
  /** When the access token ends. */
  readonly expires_at: string
  readonly refresh_token: string
}

type MaybeTokens = HeldTokens | null | undefined

export interface SessionOptions {
  /** Where the service is: `https://video.example.com`. */
  readonly origin: string
  /** As a login with `client_type: 'mobile'` answered them, or as they were kept. */
  readonly tokens: HeldTokens
  /** Called with each new pair, before it is used. */
  readonly keep?: (tokens: HeldTokens) => void | Promise<void>
  /**
   * What is kept, as it is now: asked before each refresh, where other tabs or processes keep the same session in the same place.
   * Without it they sign each other out: who comes with a refresh token whose successor was used ends the session for all.
   */
  readonly load?: () => MaybeTokens | Promise<MaybeTokens>
  readonly fetch?: Send
  readonly timing?: Timing
}

/** Before its end a token is taken for over, ms: a request takes a moment, and clocks differ. */
const spareMs = 30_000
/** A token that was just granted is good for so long at least, ms, however far this machine's clock is ahead. */
const freshMs = 60_000

/** The session of a person. It refreshes when it is asked for a token and holds none that is good, once for all who ask. */
export class Session {
  readonly #client: Client<paths>
  readonly #keep: (tokens: HeldTokens) => void | Promise<void>
  readonly #load: () => MaybeTokens | Promise<MaybeTokens>
  readonly #timing: Timing
  #tokens: HeldTokens
  #refreshing: Promise<void> | null = null
  #grantedMs = Number.NEGATIVE_INFINITY

  constructor({
    origin,
    tokens,
    keep = () => {},
    load = () => null,
    fetch,
    timing = systemTiming,
  }: SessionOptions) {
    this.#client = createClient<paths>({ baseUrl: origin, ...(fetch && { fetch }) })
    this.#keep = keep
    this.#load = load
    this.#timing = timing
    this.#tokens = tokens
  }

  /**
   * A token for the next request: give this function to the client as its `credential`.
   * @param refused a token that the service has refused: it is over, whatever the clock of this machine says
   * @throws FailedCall if the session has ended: sign in again
   */
  readonly credential = async (refused?: string): Promise<string> => {
    const { access_token: token } = this.#tokens
    const isRefused = token === refused
    if (!isRefused && this.#leftMs > spareMs) return token
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null
    })
    try {
      await this.#refreshing
    } catch (failure) {
      // Without a line the token that is held does for as long as it lasts.
      if (isSignedOut(failure) || isRefused || this.#leftMs <= 0) throw failure
    }
    return this.#tokens.access_token
  }

  /** How long the token lasts, ms. */
  get #leftMs(): number {
    const now = this.#timing.now()
    return Math.max(Date.parse(this.#tokens.expires_at) - now, this.#grantedMs + freshMs - now)
  }

  async #refresh(): Promise<void> {
    if (await this.#takesOver()) return
    const body = { client_type: 'mobile', refresh_token: this.#tokens.refresh_token } as const
    const granted = await valueOf(this.#client.POST('/api/v1/auth/refresh', { body }))
    const tokens: HeldTokens = {
      access_token: granted.access_token,
      expires_at: granted.expires_at,
      refresh_token: granted.refresh_token ?? this.#tokens.refresh_token,
    }
    await this.#keep(tokens)
    this.#tokens = tokens
    this.#grantedMs = this.#timing.now()
  }

  /** Goes on from what another wrote meanwhile. @returns true if that has an access token that is good */
  async #takesOver(): Promise<boolean> {
    const kept = await this.#load()
    const held = this.#tokens
    // What is older was kept by somebody late: its refresh token may be used up.
    if (!kept || Date.parse(kept.expires_at) < Date.parse(held.expires_at)) return false
    if (kept.access_token === held.access_token && kept.refresh_token === held.refresh_token) return false
    this.#tokens = kept
    this.#grantedMs = Number.NEGATIVE_INFINITY
    return kept.access_token !== held.access_token && this.#leftMs > spareMs
  }
}

/** True if it says that nobody is signed in any longer, by this token or key. */
export const isSignedOut = (failure: unknown): boolean =>
  failure instanceof FailedCall && failure.error.status === 401
