import type { DigestChallenge } from '../platform/digest-access.js'

/** One way to show credentials to a camera. */
export type Login =
  | 'none'
  | 'http-digest-sha256'
  | 'http-digest-md5'
  /** WS-UsernameToken with a digest, made with the camera's time. */
  | 'ws-digest'
  /** The same made with our time: for cameras that give another time than they judge by. */
  | 'ws-digest-own-clock'
  /** WS-UsernameToken with the password itself. */
  | 'ws-text'

/** What a camera said when it refused. */
export interface LoginRefusal {
  readonly kind: 'not_authorized' | 'wrong_time'
  /** HTTP digest challenges that we can answer. */
  readonly challenges: readonly DigestChallenge[]
  readonly isClockDoubtful: boolean
  /** Whether it says that the account is locked, or has expired: every way is refused then, and counted. */
  readonly isAccountShut?: boolean
}

/** Cameras lock an account after three to seven wrong tries; refusals of credentials that we accept in all. */
const mostTries = 3

/**
 * The order in which one pair of credentials is tried at one camera, each way once. What a refusal offers decides: a
 * camera that challenges by HTTP digest is answered so and has said a clear no if it refuses that; one that does not
 * gets a WS-UsernameToken, last with the password itself.
 */
export class LoginLadder {
  readonly #ways: { readonly hasCredentials: boolean; readonly digestOnly: boolean }
  readonly #tried = new Set<Login>()
  #login: Login = 'none'
  #proven = false

  /** @param remembered what worked at this camera before: it is tried first. */
  constructor(
    ways: {
      readonly hasCredentials: boolean
      /** Whether the password itself must never be sent. */
      readonly digestOnly: boolean
    },
    remembered: Login | null = null,
  ) {
    this.#ways = ways
    const isPossible = ways.hasCredentials && !(ways.digestOnly && remembered === 'ws-text')
    if (remembered !== null && isPossible) this.#login = remembered
  }

  /** The way to be used now. */
  get login(): Login {
    return this.#login
  }

  /** Whether the way in use shows digests of the password, and not the password. */
  get showsDigests(): boolean {
    return this.#login !== 'none' && this.#login !== 'ws-text'
  }

  /** How many ways the camera has refused: it counts each as a wrong password. */
  get refusals(): number {
    return this.#tried.size
  }

  /** Whether the camera has accepted the credentials: what it refuses from then on, the account may not do. */
  get isProven(): boolean {
    return this.#proven
  }

  /** To be called after each answer that was no refusal. */
  accepted(): void {
    if (this.#login !== 'none') this.#proven = true
  }

  /** Goes to the next way after a refusal. @returns whether there is one; false is a clear no. */
  refused(refusal: LoginRefusal): boolean {
    if (this.#login !== 'none') this.#tried.add(this.#login)
    const next = refusal.isAccountShut === true ? null : this.#next(refusal)
    if (next === null || !this.#ways.hasCredentials || this.#tried.size >= mostTries) return false
    this.#login = next
    return true
  }

  #next({ kind, challenges, isClockDoubtful }: LoginRefusal): Login | null {
    const isOpen = (login: Login): boolean => !this.#tried.has(login)
    if (kind === 'wrong_time') {
      const clocks = ['ws-digest', 'ws-digest-own-clock'] as const
      return clocks.find(isOpen) ?? null
    }
    if (challenges.length > 0) {
      // SHA-256 first; there are cameras that offer it first and know MD5 only.
      const offered = (['sha256', 'md5'] as const)
        .filter((hash) => challenges.some((challenge) => challenge.hash === hash))
        .map((hash) => `http-digest-${hash}` as const)
      return offered.find(isOpen) ?? null
    }
    if (isOpen('ws-digest')) return 'ws-digest'
    if (isClockDoubtful && isOpen('ws-digest-own-clock')) return 'ws-digest-own-clock'
    return isOpen('ws-text') && !this.#ways.digestOnly ? 'ws-text' : null
  }
}
