interface Turn<T> {
  readonly running: Promise<T>
  /** The one after it, for those who asked while it ran. */
  next: Promise<T> | undefined
}

/**
 * Lets those who ask the same thing at the same time share one answer: while a question is being answered, whoever asks
 * it again waits for the next answer together with all others that do. Nobody is given an answer that was begun before
 * they asked, so that everybody reads what was committed until then, their own changes included.
 */
export class SharedReads<T> {
  readonly #turns = new Map<string, Turn<T>>()

  /** @param key tells questions apart; whoever may not see the same must not have the same key */
  read(key: string, ask: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(key)
    if (!turn) return this.#begin(key, ask)
    turn.next ??= turn.running.then(
      () => this.#begin(key, ask),
      () => this.#begin(key, ask),
    )
    return turn.next
  }

  #begin(key: string, ask: () => Promise<T>): Promise<T> {
    const turn: Turn<T> = { running: ask(), next: undefined }
    this.#turns.set(key, turn)
    const ended = () => {
      if (turn.next === undefined) this.#turns.delete(key)
    }
    turn.running.then(ended, ended)
    return turn.running
  }

  /** Questions that are being answered. */
  get size(): number {
    return this.#turns.size
  }
}
