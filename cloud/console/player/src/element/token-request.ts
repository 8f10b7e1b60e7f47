import type { TokenWhy } from '@sightline/client/live'

/** The player needs a token. Whoever has one answers with `respondWith`, before the event has gone through. */
export class TokenRequestEvent extends Event {
  /** To begin, because the one in use ends soon, or because it was refused. */
  readonly why: TokenWhy
  #answer: string | null | Promise<string | null> | undefined

  constructor(why: TokenWhy) {
    super('tokenrequest', { bubbles: true, composed: true })
    this.why = why
  }

  /** @param token null where there is none and will be none: somebody has to sign in; within 15 s, or it is asked again */
  respondWith(token: string | null | Promise<string | null>): void {
    this.#answer = token
  }

  /** Undefined where nobody answered. */
  get answer(): string | null | Promise<string | null> | undefined {
    return this.#answer
  }
}
