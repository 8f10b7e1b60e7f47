import type { NoticesEnd } from '@sightline/protocol'
import type { Credential } from '../../identity/auth/standing.service.js'
import type { Snapshot } from '../../identity/changes/changes.service.js'
import type { Caller } from '../../platform/caller.js'
import type { Origin } from '../../platform/http/authenticator.js'
import type { NoticeBatch } from './notice-batch.js'
import type { NoticeStream } from './notice-stream.js'
import { beatText, eventText } from './notice-text.js'

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
  #siteIds: readonly string[] | null
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
    this.#siteIds = access.caller.siteIds
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

  get siteIds(): readonly string[] | null {
    return this.#siteIds
  }

  /** What follows is held until it is known who it may be told to. */
  doubt(): void {
    this.#isDoubted = true
    this.#doubts += 1
  }

  /** Takes over the sites of today, and tells what was held. */
  confirm(siteIds: readonly string[] | null): void {
    this.#isDoubted = false
    if (!isSame(this.#siteIds, siteIds)) {
      this.#siteIds = siteIds
      if (this.#hasBegun) this.#stream.write(eventText('resync', { reason: 'access' }))
    }
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
    const text = batch.textFor(this.#siteIds, this.#told)
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

function isSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other
  return one.length === other.length && one.every((id) => other.includes(id))
}
