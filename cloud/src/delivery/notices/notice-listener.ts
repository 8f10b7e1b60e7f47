import type { NoticesEnd } from '@sightline/protocol'
import type { Credential } from '../../identity/auth/standing.service.js'
import type { Snapshot } from '../../identity/changes/changes.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Origin } from '../../platform/http/authenticator.js'
import type { NoticeBatch } from './notice-batch.js'
import type { NoticeStream } from './notice-stream.js'
import { beatText, type NoticeScope, resetText } from './notice-text.js'

/** Batches that wait at most while a listener is told what it missed; then it is cut, and resumes. */
const mostHeld = 200

/** By what somebody listens. */
export interface ListenerAccess {
  readonly caller: Caller
  readonly credential: Credential
  readonly from: Origin
}

/** Somebody who listens. Batches are held until it was told what it missed. */
export class NoticeListener {
  readonly #access: ListenerAccess
  readonly #stream: NoticeStream
  #scope: NoticeScope
  #held: NoticeBatch[] = []
  #hasBegun = false
  /** What it heard already, until the batches are past it. */
  #told: Snapshot | null = null
  /** It is not known whether its access holds. */
  #isDoubted = true
  #doubts = 0

  constructor(access: ListenerAccess, stream: NoticeStream) {
    this.#access = access
    this.#stream = stream
    this.#scope = scopeOf(access.caller)
  }

  get access(): ListenerAccess {
    return this.#access
  }

  /** How often its access was doubted. */
  get doubts(): number {
    return this.#doubts
  }

  get principalId(): string {
    const { credential } = this.#access
    return credential.kind === 'session' ? credential.userId : credential.serviceAccountId
  }

  get scope(): NoticeScope {
    return this.#scope
  }

  /** What follows is held until it is known who it may be told to. */
  doubt(): void {
    this.#isDoubted = true
    this.#doubts += 1
  }

  /** Takes over the role and the sites of today, and tells what was held. */
  confirm(caller: Caller): void {
    this.#isDoubted = false
    const before = this.#scope
    this.#scope = scopeOf(caller)
    if (this.#hasBegun && !isSame(before, this.#scope)) this.#stream.write(resetText('access'))
    this.#release()
  }

  tell(batch: NoticeBatch): void {
    if (this.#hasBegun && !this.#isDoubted) return this.#tellNow(batch)
    this.#held.push(batch)
    if (this.#held.length > mostHeld) this.end('unavailable')
  }

  /** From here on it is told what changes. @param text says what it missed @param told what it has heard with that */
  begin(text: string, told: Snapshot): void {
    this.#stream.write(text)
    this.#told = told
    this.#hasBegun = true
    this.#release()
  }

  beat(token: string): void {
    if (this.#hasBegun && !this.#isDoubted) this.#stream.write(beatText(token))
  }

  end(reason: NoticesEnd['reason']): void {
    this.#stream.end(reason)
  }

  #tellNow(batch: NoticeBatch): void {
    const text = batch.textFor(this.#scope, this.#told)
    if (text !== '') this.#stream.write(text)
    // Moments of one cluster follow each other: later ones have seen at least as much.
    if (this.#told && batch.moment.snapshot.xmax > this.#told.xmax) this.#told = null
  }

  #release(): void {
    if (!this.#hasBegun || this.#isDoubted) return
    const held = this.#held
    this.#held = []
    for (const batch of held) this.#tellNow(batch)
  }
}

const scopeOf = (caller: Caller): NoticeScope => ({
  siteIds: caller.siteIds,
  role: caller.role,
  userId: caller.kind === 'user' ? caller.userId : null,
})

function isSame(one: NoticeScope, other: NoticeScope): boolean {
  if (one.role !== other.role) return false
  if (one.siteIds === null || other.siteIds === null) return one.siteIds === other.siteIds
  const { siteIds } = other
  return one.siteIds.length === siteIds.length && one.siteIds.every((id) => siteIds.includes(id))
}
