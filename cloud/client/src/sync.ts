import { type Answer, FailedCall, inMs, isFinalRefusal, valueOf } from './api-error.js'
import { systemTiming, type Timing, waitMs } from './platform/timing.js'

/** What a list answers to `updated_since`. */
export interface FollowedPage<Item> {
  readonly data: readonly Item[]
  readonly removed?: readonly string[]
  readonly next_cursor: string | null
  readonly next_updated_since?: string | null
}

/** What is asked of it, beside the filters, which stay the same. */
export interface FollowPlace {
  readonly updated_since: string
  readonly cursor?: string
}

/** What to do with a copy of a list, one step after the other. */
export type SyncStep<Item> =
  /**
   * What is held may be wrong: all that is in the list comes from here on, and what does not come until `done` is gone. Drop what is
   * held and the token that was kept with it: with that one, what comes from here on would be no copy but its last changes.
   */
  | { readonly type: 'restart' }
  /** Put these in place of what is held of them, and take those away. */
  | { readonly type: 'page'; readonly items: readonly Item[]; readonly removed: readonly string[] }
  /** Keep the token with what is held: with it, it goes on from here. */
  | { readonly type: 'done'; readonly token: string }

export interface SyncOptions<Item> {
  /** Asks for a page: `(place) => client.GET('/api/v1/events', { params: { query: { limit: 100, ...place } } })`. */
  readonly readPage: (place: FollowPlace) => Promise<Answer<FollowedPage<Item>>>
  /** That of the last `done`; null or absent: from the begin. */
  readonly token?: string | null
  /**
   * Reads again whenever something comes of it: `(signal) => notices({ origin, credential, signal })`. What it throws ends this too.
   * @param signal aborts when this ends
   */
  readonly wake?: (signal: AbortSignal) => AsyncIterable<unknown>
  /** How often it is read again in any case, ms. Default 60,000. */
  readonly everyMs?: number
  /** Told of what was tried in vain and is tried again. */
  readonly failed?: (failure: unknown) => void
  /** Ends it. */
  readonly signal?: AbortSignal
  readonly timing?: Timing
}

/** What is read is no list that can be followed. */
export class UnfollowedList extends Error {
  override readonly name = 'UnfollowedList'

  constructor() {
    super('the list answers no next_updated_since: send what `place` says with the query')
  }
}

/** Between two times of reading, ms: a burst of changes is one, and each asks the service to count. */
const leastGapMs = 1_000

/** How often a list may be begun again before it is once read to its end. */
const mostRestarts = 5

/**
 * One time of reading what changed in a list since a token, to the end. Where the service does not know that any more (410), or
 * takes the token for none of its own, the list is read anew: whoever is told `restart` has no token until `done`.
 * @throws FailedCall if a page is refused for another reason. What keeps a request from its answer is thrown by `fetch`
 */
export async function* changesSince<Item>(
  readPage: SyncOptions<Item>['readPage'],
  token: string | null,
): AsyncGenerator<SyncStep<Item>, void, undefined> {
  let since = token
  for (let restarts = 0; ; restarts += 1) {
    if (since === null) yield { type: 'restart' }
    try {
      yield* toTheEnd(readPage, since ?? 'start')
      return
    } catch (failure) {
      if (!isOver(failure, since) || restarts >= mostRestarts) throw failure
      since = null
    }
  }
}

async function* toTheEnd<Item>(
  readPage: SyncOptions<Item>['readPage'],
  since: string,
): AsyncGenerator<SyncStep<Item>, void, undefined> {
  let token: string | null = null
  let cursor: string | null = null
  do {
    const place: FollowPlace = { updated_since: since, ...(cursor !== null && { cursor }) }
    const page: FollowedPage<Item> = await valueOf(readPage(place))
    yield { type: 'page', items: page.data, removed: page.removed ?? [] }
    token ??= page.next_updated_since ?? null
    cursor = page.next_cursor
  } while (cursor !== null)
  if (token === null) throw new UnfollowedList()
  yield { type: 'done', token }
}

/** A token that is too old or that nobody knows, and a list that was begun while the access changed. The service alone can say so. */
function isOver(failure: unknown, since: string | null): boolean {
  if (!(failure instanceof FailedCall)) return false
  return failure.error.code === 'gone' || (failure.error.code === 'validation_error' && since !== null)
}

/**
 * Keeps a copy of a list as it is, until `signal` aborts: reads what changed, then waits. A line that breaks, and a service that
 * cannot answer, are waited for, however long.
 * @throws FailedCall if a page is refused, as for a key that was revoked: with another one, go on from the last token
 */
export async function* sync<Item>(
  options: SyncOptions<Item>,
): AsyncGenerator<SyncStep<Item>, void, undefined> {
  const { readPage, wake, failed, everyMs = 60_000, signal, timing = systemTiming } = options
  const bell = new Bell(wake)
  let token = options.token ?? null
  const gapMs = Math.min(leastGapMs, everyMs)
  let failures = 0
  let saidMs: number | null = null
  try {
    for (;;) {
      if (signal?.aborted) return
      // What rings from here on is news to this time of reading.
      bell.quiet()
      try {
        const page = (place: FollowPlace) => unlessAborted(signal, () => readPage(place))
        for await (const step of changesSince(page, token)) {
          // What was held goes: what changed since is no use without it, also where this time of reading fails.
          if (step.type === 'restart') token = null
          yield step
          if (step.type === 'done') token = step.token
        }
        failures = 0
      } catch (failure) {
        if (signal?.aborted) return
        if (isFinal(failure)) throw failure
        failed?.(failure)
        failures += 1
        saidMs = failure instanceof FailedCall ? inMs(failure.error.retryAfterSec) : null
      }
      await timing.sleep(failures > 0 ? waitMs({ failures, saidMs }, timing) : gapMs, signal)
      if (failures === 0) await bell.rung(everyMs - gapMs, { signal, timing })
    }
  } finally {
    bell.close()
  }
}

/** What `ask` comes to. @throws the reason of `signal` once it aborts: nothing is asked for then, and nothing waited for */
async function unlessAborted<T>(signal: AbortSignal | undefined, ask: () => Promise<T>): Promise<T> {
  if (!signal) return ask()
  signal.throwIfAborted()
  const over = new AbortController()
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over.signal })
  })
  try {
    const answer = ask()
    await Promise.race([answer, aborted])
    signal.throwIfAborted()
    return await answer
  } finally {
    over.abort()
  }
}

/** No later try will help. */
const isFinal = (failure: unknown): boolean => failure instanceof UnfollowedList || isFinalRefusal(failure)

/** Rings when something comes of what it listens to. */
class Bell {
  readonly #over = new AbortController()
  #isRung = false
  #failure: { readonly cause: unknown } | null = null
  #hear: () => void = () => {}

  constructor(wake: SyncOptions<unknown>['wake']) {
    if (wake) void this.#listen(wake(this.#over.signal))
  }

  quiet(): void {
    this.#isRung = false
  }

  /** Resolves once it rings, or after `ms`. @throws what it listens to has thrown */
  async rung(
    ms: number,
    { signal, timing }: { readonly signal: AbortSignal | undefined; readonly timing: Timing },
  ): Promise<void> {
    const over = new AbortController()
    const heard = new Promise<void>((resolve) => {
      this.#hear = resolve
      // What it listens to may have failed while nobody waited, and will not ring again.
      if (this.#isRung || this.#failure || signal?.aborted) resolve()
      signal?.addEventListener('abort', () => resolve(), { once: true, signal: over.signal })
    })
    await Promise.race([heard, timing.sleep(ms, over.signal)])
    over.abort()
    if (this.#failure) throw this.#failure.cause
  }

  close(): void {
    this.#over.abort()
  }

  async #listen(source: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const _ of source) this.#ring()
    } catch (cause) {
      this.#failure = { cause }
      this.#ring()
    }
  }

  #ring(): void {
    this.#isRung = true
    this.#hear()
  }
}
