/** A question that is being answered. */
interface Flight<T> {
  /** How many answers are under way. */
  running: number
  /** The answer that is begun when one of them ends, for those who asked meanwhile. */
  next: { answer: Promise<T>; begin: () => void } | undefined
}

/**
 * Lets those who ask the same thing at the same time share one answer: while as many answers as allowed are under way,
 * whoever asks waits for the next one together with all others that do. Nobody is given an answer that was begun before
 * they asked, so that everybody reads what was committed until then, their own changes included.
 */
export class ReadCoalescer<T> {
  readonly #atOnce: number
  readonly #asked = new Map<string, Flight<T>>()

  /** @param atOnce answers to one question that may be under way */
  constructor(atOnce = 1) {
    this.#atOnce = atOnce
  }

  /** @param key distinguishes reads; whoever may not see the same must not have the same key */
  read(key: string, ask: () => Promise<T>): Promise<T> {
    const asked = this.#asked.get(key) ?? { running: 0, next: undefined }
    this.#asked.set(key, asked)
    if (asked.running < this.#atOnce) return this.#begin(key, asked, ask)
    asked.next ??= this.#later(key, asked, ask)
    return asked.next.answer
  }

  #begin(key: string, asked: Flight<T>, ask: () => Promise<T>): Promise<T> {
    asked.running += 1
    const answer = ask()
    const ended = () => {
      asked.running -= 1
      if (asked.next) asked.next.begin()
      else if (asked.running === 0) this.#asked.delete(key)
    }
    answer.then(ended, ended)
    return answer
  }

  #later(key: string, asked: Flight<T>, ask: () => Promise<T>) {
    let begin = () => {}
    const answer = new Promise<T>((resolve) => {
      begin = () => {
        asked.next = undefined
        resolve(this.#begin(key, asked, ask))
      }
    })
    return { answer, begin }
  }

  /** Questions that are being answered. */
  get size(): number {
    return this.#asked.size
  }
}
