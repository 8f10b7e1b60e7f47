import { notifyNow } from '../../platform/database/notify.js'
import type { Platform } from '../../platform/platform.js'

/** Between two messages to the other nodes, ms: what is written meanwhile is said by the next one. */
const betweenMs = 10

/**
 * Hints that something may have changed, so that whoever asks for changes asks now. What this node writes is known here as it
 * commits; other nodes hear it by NOTIFY, sent beside what was written: a NOTIFY within each transaction would have all commits of
 * the cluster wait for one lock. A hint that is lost, or what no node has written, is found by asking anyway.
 */
export class ChangeHints implements Disposable {
  readonly #platform: Pick<Platform, 'database' | 'clock' | 'nodeId'>
  readonly #hearers = new Set<() => void>()
  readonly #over = new AbortController()
  readonly #ends: readonly (() => void)[]
  #isSending = false
  #isOwed = false

  constructor(platform: Pick<Platform, 'database' | 'clock' | 'nodeId' | 'listener'>) {
    this.#platform = platform
    this.#ends = [
      platform.database.onWritten(() => this.#written()),
      platform.listener.on('changes', (nodeId) => {
        if (nodeId !== platform.nodeId) this.#hint()
      }),
    ]
  }

  /** Calls `heard` when something may have changed. The returned function ends that. */
  on(heard: () => void): () => void {
    this.#hearers.add(heard)
    return () => this.#hearers.delete(heard)
  }

  [Symbol.dispose](): void {
    this.#over.abort()
    for (const end of this.#ends) end()
  }

  #hint(): void {
    for (const heard of this.#hearers) heard()
  }

  #written(): void {
    this.#hint()
    this.#isOwed = true
    if (!this.#isSending) void this.#tellOthers()
  }

  async #tellOthers(): Promise<void> {
    const { database, clock, nodeId } = this.#platform
    const { signal } = this.#over
    this.#isSending = true
    while (this.#isOwed && !signal.aborted) {
      this.#isOwed = false
      await notifyNow(database.lookup, 'changes', nodeId).catch(() => {})
      await clock.delay(betweenMs, { signal }).catch(() => {})
    }
    this.#isSending = false
  }
}
