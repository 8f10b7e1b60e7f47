import { FailedCall } from '@sightline/client'
import { useSyncExternalStore } from 'react'

/** How long to wait where the service does not say, ms. */
const usualWaitMs = 5_000
/** So that many tabs do not come back in the same moment, ms. */
const spreadMs = 1_000

/** After how long another try makes sense, ms; null: this was not refused for coming too often. */
export function waitAfter(error: unknown): number | null {
  if (!(error instanceof FailedCall) || error.error.status !== 429) return null
  return waitOf(error.error.retryAfterSec)
}

/** @param retryAfterSec as the service says; null: it does not */
export const waitOf = (retryAfterSec: number | null): number =>
  (retryAfterSec === null ? usualWaitMs : retryAfterSec * 1000) + Math.random() * spreadMs

/** Until when the service takes no more requests, by this machine's clock. */
class TooMany {
  readonly #watchers = new Set<() => void>()
  #untilMs = 0

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  get untilMs(): number {
    return this.#untilMs
  }

  /** Something was refused, and will be tried again then. */
  note(untilMs: number): void {
    if (untilMs <= this.#untilMs) return
    this.#untilMs = untilMs
    for (const changed of this.#watchers) changed()
  }
}

export const tooMany = new TooMany()

/** Until when requests wait, by this machine's clock, ms; it may be over. */
export const useTooManyUntil = (): number => useSyncExternalStore(tooMany.watch, () => tooMany.untilMs)
