import { learnServiceTime } from '../time/service-clock.js'
import { rememberKnown } from './known-here.js'
import { otherTabs } from './other-tabs.js'
import { rememberSignOut, signOutPending } from './pending-sign-out.js'
import { type Access, askForAccess, patienceMs, readAccess } from './refresh-outcome.js'
import { readLack, type SecondFactorLack, type SecondFactorProof } from './second-factor-lack.js'
import { at, readSessionUser, type SessionUser, textAt } from './session-user.js'
import { alone } from './tab-channel.js'

export type SessionState =
  /** It is not known yet whether somebody is signed in. */
  | { readonly kind: 'starting' }
  /** The service did not answer, so it is not known. */
  | { readonly kind: 'unreachable' }
  /** `ended`: somebody was, and the session is over. */
  | { readonly kind: 'nobody'; readonly ended: boolean }
  /** Somebody who has to set up a second factor before anything else. */
  | { readonly kind: 'setting-up'; readonly user: SessionUser }
  | { readonly kind: 'signed-in'; readonly user: SessionUser }

export interface Credentials {
  readonly email: string
  readonly password: string
  /** The cookie stays 30 days, else 7. */
  readonly remember: boolean
  /** What the service asked for beside the password. */
  readonly secondFactor?: SecondFactorProof
}

export type LoginOutcome =
  | { readonly kind: 'done' }
  /** The password is right, and a second factor is lacking. */
  | { readonly kind: 'lacking'; readonly lack: SecondFactorLack }
  /** `UNAUTHORIZED`, `ACCOUNT_LOCKED`, `ACCOUNT_DISABLED`, `RATE_LIMITED`, or another code; null: not reached */
  | { readonly kind: 'refused'; readonly code: string | null; readonly retryAfterSec: number | null }

/** How long signing out waits for the service, ms. */
const logoutPatienceMs = 5000

/** A line that breaks without a word leaves an answer on its way for ever: what is only read is asked again after so long, ms. */
const readPatienceMs = 45_000

/** A token is asked for anew when this share of its life is over. */
const renewAt = 0.8

/**
 * Who is signed in, in this tab and by its word in the others. The access token is held here and nowhere else; the refresh
 * token is a cookie that no script can read.
 */
export class Session {
  #state: SessionState = { kind: 'starting' }
  #access: Access | null = null
  #renewing: Promise<boolean> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #watchers = new Set<() => void>()
  readonly #tabs = otherTabs((message) => {
    if (message.kind === 'signed-out') this.#end(false)
    else if (this.#state.kind === 'signed-in' && this.#state.user.id === message.userId)
      this.#hold(message.access)
    else if (this.#state.kind !== 'starting') void this.start()
  })

  get state(): SessionState {
    return this.#state
  }

  /** For `useSyncExternalStore`. */
  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  /** Finds out whether somebody is signed in. */
  async start(): Promise<void> {
    const outcome = await alone('sightline.refresh', askForAccess)
    if (outcome.kind === 'nobody') return this.#end(false)
    if (outcome.kind === 'unreachable') return this.#become({ kind: 'unreachable' })
    if (signOutPending()) return this.#leave(outcome.access)
    await this.#enter(outcome.access)
  }

  async login({ email, password, remember, secondFactor }: Credentials): Promise<LoginOutcome> {
    try {
      const answer = await fetch('/api/v1/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, remember_me: remember, second_factor: secondFactor }),
        signal: AbortSignal.timeout(patienceMs),
      })
      const body: unknown = await answer.json()
      const access = answer.ok ? readAccess(answer, body) : null
      if (access) {
        rememberSignOut(false)
        return (await this.#enter(access)) ? { kind: 'done' } : notReached
      }
      const lack = readLack(body)
      if (lack) return { kind: 'lacking', lack }
      const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
      const code = textAt(at(body, 'error'), 'code')
      return { kind: 'refused', code, retryAfterSec: Number.isNaN(retryAfter) ? null : retryAfter }
    } catch {
      return notReached
    }
  }

  /**
   * Signs out here and in every tab. The others hear of it when the service has answered: what it answers takes the cookie away,
   * and would take that of whoever signed in there meanwhile. A service that cannot be told is told by the next start.
   */
  async logout(): Promise<void> {
    await this.#leave(this.#access)
    this.#tabs.say({ kind: 'signed-out' })
  }

  async #leave(access: Access | null): Promise<void> {
    rememberSignOut(true)
    this.#access = access
    const request = new Request('/api/v1/auth/logout', {
      method: 'POST',
      signal: AbortSignal.timeout(logoutPatienceMs),
    })
    const told = await this.fetch(request).catch(() => null)
    if (told?.ok || told?.status === 401) rememberSignOut(false)
    this.#end(false)
  }

  /** `fetch` with the token of this session; once more with another one where it is refused. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const again = request.clone()
    const answer = await fetch(this.#signed(request), limitOf(request))
    learnServiceTime(answer)
    if (answer.status !== 401 || !(await this.renew())) return answer
    return fetch(this.#signed(again), limitOf(again))
  }

  /** A token that is good now, for a socket or a stream. @returns null if nobody is signed in */
  async token(renewed = false): Promise<string | null> {
    if (renewed || !this.#access) await this.renew()
    return this.#access?.token ?? null
  }

  /** Asks for another token; one question at a time over all tabs. @returns whether there is one */
  renew(): Promise<boolean> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  async #renew(): Promise<boolean> {
    const before = this.#access
    const outcome = await alone('sightline.refresh', async () => {
      // Another tab was faster.
      if (this.#access && this.#access !== before) return { kind: 'fresh', access: this.#access } as const
      return askForAccess()
    })
    // Somebody may have signed in while the service refused the token of the session before.
    if (outcome.kind === 'nobody' && this.#access === before) this.#end(true)
    // Somebody signed out meanwhile.
    if (outcome.kind !== 'fresh' || this.#state.kind === 'nobody') return false
    this.#share(outcome.access)
    return true
  }

  async #enter(access: Access): Promise<boolean> {
    this.#access = access
    const me = new Request('/api/v1/auth/me', { signal: AbortSignal.timeout(patienceMs) })
    const answer = await fetch(this.#signed(me)).catch(() => null)
    if (answer) learnServiceTime(answer)
    // It ended in this very moment.
    if (answer?.status === 401) {
      this.#end(false)
      return false
    }
    const user = answer?.ok ? readSessionUser(await answer.json().catch(() => null)) : null
    if (!user) {
      this.#become({ kind: 'unreachable' })
      return false
    }
    this.#become(known(user))
    this.#share(access)
    return true
  }

  /** Reads again who is signed in: they changed what they may change about themselves. */
  async reread(): Promise<void> {
    const answer = await this.fetch(new Request('/api/v1/auth/me')).catch(() => null)
    const user = answer?.ok ? readSessionUser(await answer.json().catch(() => null)) : null
    const { kind } = this.#state
    if (!user || (kind !== 'signed-in' && kind !== 'setting-up') || this.#state.user.id !== user.id) return
    this.#become(known(user))
    // Other tabs wait for the same.
    if (kind === 'setting-up' && this.#access) this.#share(this.#access)
  }

  #share(access: Access): void {
    this.#hold(access)
    if (this.#state.kind === 'signed-in')
      this.#tabs.say({ kind: 'access', access, userId: this.#state.user.id })
  }

  #hold(access: Access): void {
    this.#access = access
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.renew(), access.lifetimeMs * renewAt)
  }

  #end(ended: boolean): void {
    clearTimeout(this.#timer)
    this.#access = null
    rememberKnown(null)
    this.#become({ kind: 'nobody', ended })
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const changed of this.#watchers) changed()
  }

  #signed(request: Request): Request {
    if (this.#access) request.headers.set('authorization', `Bearer ${this.#access.token}`)
    return request
  }
}

const known = (user: SessionUser): SessionState => ({
  kind: user.mustSetUp ? 'setting-up' : 'signed-in',
  user,
})

const limitOf = ({ method }: Request): RequestInit =>
  method === 'GET' ? { signal: AbortSignal.timeout(readPatienceMs) } : {}

const notReached: LoginOutcome = { kind: 'refused', code: null, retryAfterSec: null }

/** The session of this tab. */
export const session = new Session()
