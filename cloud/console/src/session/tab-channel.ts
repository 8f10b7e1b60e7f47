/** What the tabs of one browser say to each other under a name. A browser that has no such channel has tabs that stand alone. */
export class TabChannel<Message> {
  readonly #channel: BroadcastChannel | null

  constructor(name: string, heard: (message: Message) => void) {
    this.#channel = channelOf(name)
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => heard(data))
  }

  /** Whether other tabs hear anything. */
  get isThere(): boolean {
    return this.#channel !== null
  }

  say(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    this.#channel?.postMessage(message)
  }

  close(): void {
    this.#channel?.close()
  }
}

/** @returns null where there is none, or where a page may not open one */
function channelOf(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

/**
 * Does `work` while no other tab does any of that name. Locks need a secure context, and storage that is allowed: without one,
 * tabs do it side by side, which the service bears for refresh tokens.
 *
 * @param signal gives up waiting; what was begun goes on
 * @throws what `work` throws, and the reason of the signal
 */
export async function alone<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const { locks } = navigator as Partial<Navigator>
  if (!locks) return work()
  let hasBegun = false
  const begin = (): Promise<T> => {
    hasBegun = true
    return work()
  }
  try {
    return await locks.request(name, signal ? { signal } : {}, begin)
  } catch (error) {
    if (hasBegun || signal?.aborted) throw error
    return work()
  }
}
