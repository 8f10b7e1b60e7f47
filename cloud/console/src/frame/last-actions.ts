import { useSyncExternalStore } from 'react'

/** Something that was done and can be taken back. */
export interface Action {
  /** What was done, as a sentence. */
  readonly said: string
  /** @throws what the service refused */
  readonly takeBack: () => Promise<unknown>
}

/** What is said now: what was done, with a way back or without, or what became of taking it back. */
export type Said =
  | { readonly kind: 'done'; readonly sentence: string; readonly hasWayBack: boolean }
  | { readonly kind: 'taken-back' }
  | { readonly kind: 'failed' }

/** More than this is not taken back. */
const most = 20

/** What this tab did, the last one on top, and what is said of it. */
class LastActions {
  readonly #actions: Action[] = []
  readonly #watchers = new Set<() => void>()
  #said: Said | null = null

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  get said(): Said | null {
    return this.#said
  }

  remember(action: Action): void {
    this.#actions.push(action)
    if (this.#actions.length > most) this.#actions.shift()
    this.#become({ kind: 'done', sentence: action.said, hasWayBack: true })
  }

  /** Says something that cannot be taken back. */
  say(sentence: string): void {
    this.#become({ kind: 'done', sentence, hasWayBack: false })
  }

  /** Takes back the last one that was not; one that the service refuses to take back is forgotten. */
  async takeBack(): Promise<void> {
    const action = this.#actions.pop()
    if (!action) return
    this.#become(
      await action.takeBack().then(
        () => ({ kind: 'taken-back' }) as const,
        () => ({ kind: 'failed' }) as const,
      ),
    )
  }

  /** Somebody else is here now. */
  forget(): void {
    this.#actions.length = 0
    this.#become(null)
  }

  /** Says no more of it; it can still be taken back. */
  hush(): void {
    this.#become(null)
  }

  #become(said: Said | null): void {
    this.#said = said
    for (const changed of this.#watchers) changed()
  }
}

export const lastActions = new LastActions()

/** What is said of the last action; null: nothing. */
export const useSaid = (): Said | null => useSyncExternalStore(lastActions.watch, () => lastActions.said)
