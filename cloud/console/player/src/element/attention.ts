import type { Clock } from '@sightline/client/live'

/** Milliseconds out of sight after which nothing is sent any more. */
const graceMs = 3000

/** Tells whether somebody can see an element: the tab is in front, and it is in view. */
export class Attention {
  readonly #clock: Clock
  readonly #told: (isSeen: boolean) => void
  readonly #observer: IntersectionObserver
  readonly #lifetime = new AbortController()
  #isInView = true
  #cancel: (() => void) | null = null

  /** @param told at once when it is seen again, after a while when it is not */
  constructor(
    element: HTMLElement,
    deps: { readonly clock: Clock; readonly told: (isSeen: boolean) => void },
  ) {
    this.#clock = deps.clock
    this.#told = deps.told
    this.#observer = new IntersectionObserver((entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting ?? true
      this.#look()
    })
    this.#observer.observe(element)
    const { signal } = this.#lifetime
    document.addEventListener('visibilitychange', () => this.#look(), { signal })
    addEventListener('pageshow', () => this.#look(), { signal })
    this.#look()
  }

  close(): void {
    this.#lifetime.abort()
    this.#observer.disconnect()
    this.#cancel?.()
  }

  #look(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#isInView && document.visibilityState === 'visible') this.#told(true)
    else this.#cancel = this.#clock.after(graceMs, () => this.#told(false))
  }
}
