import type { LiveMode } from '@sightline/protocol'
import type { Clock } from '../../../platform/time/clock.js'
import type { Attachment } from './attachment.js'
import type { Choice } from './choose-stream.js'

/** Later than this nearly no main stream comes that its gateway holds open, ms. */
const lateMs = 700

export interface ForerunnerDeps {
  readonly clock: Pick<Clock, 'after'>
  /** Whether pictures of the sub stream come to this node already. */
  readonly flows: () => boolean
  /** Whether the main stream may still come by itself: nothing keeps it away that would keep the sub stream away too. */
  readonly isOnItsWay: () => boolean
  readonly attach: (choice: Choice) => Attachment
}

/**
 * The sub stream in front of a main stream that is on its way: at once where somebody watches it already, else where the main
 * one is late. Asked for with each main stream it would cost cameras a second session, for a picture that comes no sooner.
 */
export class Forerunner {
  readonly #deps: ForerunnerDeps
  #attachment: Attachment | null = null
  #cancel: () => void = () => {}

  constructor(deps: ForerunnerDeps) {
    this.#deps = deps
  }

  /** The main stream is waited for from now on. @param mode of which it is asked for */
  wait(mode: LiveMode): void {
    this.end()
    if (this.#deps.flows()) return this.#go(mode)
    this.#cancel = this.#deps.clock.after(lateMs, () => {
      if (this.#deps.isOnItsWay()) this.#go(mode)
    })
  }

  holds(attachment: Attachment): boolean {
    return attachment === this.#attachment
  }

  /** Gives up what it holds, for it can begin: whoever shows it ends it. @returns false for another one */
  release(attachment: Attachment): boolean {
    if (!this.holds(attachment)) return false
    this.#attachment = null
    return true
  }

  end(): void {
    this.#cancel()
    this.#attachment?.end()
    this.#attachment = null
  }

  #go(mode: LiveMode): void {
    this.#attachment = this.#deps.attach({ stream: 'sub', rendition: 'source', mode, reason: null })
    this.#attachment.begin()
  }
}
