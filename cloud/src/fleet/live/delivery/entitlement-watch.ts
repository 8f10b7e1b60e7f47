import { liveCloseCodes } from '@sightline/protocol'
import type { Platform } from '../../../platform/platform.js'
import { isOver, overs } from '../viewers/entitlement.js'
import type { LiveEnd, Viewer } from '../viewers/viewer.js'

export interface EntitlementEvents {
  /** Cameras that are watched now. */
  cameraIds(): readonly string[]
  socketEnds(end: LiveEnd): void
  cameraEnds(cameraId: string, end: LiveEnd): void
}

/** What a lost notice would have said is noticed so late at most, ms. */
const lookEveryMs = 5_000
/** One check takes so long at most, ms. */
const checkMs = 5_000
/** From a check that failed to the next one: twice as long each time, up to the second, ms. */
const retryMs = { first: 250, most: 2_000 }
/** Nobody watches for longer without a check that succeeded, ms. */
const uncheckedMs = 15_000

const notChecked: LiveEnd = {
  code: liveCloseCodes.restarting,
  reason: null,
  message: 'it could not be checked whether you may still watch; connect again',
}

/**
 * Asks again and again whether a viewer may still watch: at each notice, in between, and when the token ends. While nobody can
 * tell, the pictures go on for 15 s, or until the token ends.
 */
export class EntitlementWatch {
  readonly #platform: Pick<Platform, 'clock' | 'log'>
  readonly #viewer: Pick<Viewer, 'verify' | 'expiresAt'>
  readonly #events: EntitlementEvents
  #isLooking = false
  /** Something changed while it was looking. */
  #looksAgain = false
  #isOver = false
  /** Monotonic time at which the newest check began that succeeded, or the admission. */
  #checkedMs: number
  /** Checks that failed since. */
  #failures = 0
  #cancel: () => void = () => {}

  constructor(
    platform: Pick<Platform, 'clock' | 'log'>,
    viewer: Pick<Viewer, 'verify' | 'expiresAt'>,
    events: EntitlementEvents,
  ) {
    this.#platform = platform
    this.#checkedMs = platform.clock.monotonic()
    this.#viewer = viewer
    this.#events = events
    this.#schedule()
  }

  /** Looks at once; once more if it is looking just now. */
  look(): void {
    if (this.#isOver) return
    if (this.#isLooking) {
      this.#looksAgain = true
      return
    }
    this.#isLooking = true
    this.#cancel()
    void this.#verify().finally(() => {
      this.#isLooking = false
      if (!this.#looksAgain) return this.#schedule()
      this.#looksAgain = false
      this.look()
    })
  }

  end(): void {
    this.#isOver = true
    this.#cancel()
  }

  async #verify(): Promise<void> {
    const { clock, log } = this.#platform
    const beganMs = clock.monotonic()
    try {
      const { socket, cameras } = await this.#check()
      if (this.#isOver) return
      this.#checkedMs = beganMs
      this.#failures = 0
      if (socket) return this.#endSocket(socket)
      for (const [cameraId, end] of cameras) this.#events.cameraEnds(cameraId, end)
    } catch (error) {
      if (this.#isOver) return
      log.warn({ err: error }, 'live.not_verified')
      this.#failures += 1
      if (isOver(this.#viewer.expiresAt, clock.now())) this.#endSocket(overs.tokenExpired.end)
      else if (this.#uncheckedLeftMs() <= 0) this.#endSocket(notChecked)
    }
  }

  /** @throws Error if nothing is known in time, and what `verify` throws */
  async #check(): ReturnType<Viewer['verify']> {
    const verified = this.#viewer.verify(this.#events.cameraIds())
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      const ms = Math.min(checkMs, Math.max(this.#uncheckedLeftMs(), retryMs.first))
      cancel = this.#platform.clock.after(ms, () => reject(new Error('not known in time')))
    })
    try {
      return await Promise.race([verified, late])
    } finally {
      cancel()
    }
  }

  #endSocket(end: LiveEnd): void {
    this.end()
    this.#events.socketEnds(end)
  }

  #uncheckedLeftMs(): number {
    return this.#checkedMs + uncheckedMs - this.#platform.clock.monotonic()
  }

  #schedule(): void {
    if (this.#isOver) return
    const { clock } = this.#platform
    const leftMs = (this.#viewer.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - clock.now()
    const againMs =
      this.#failures === 0
        ? lookEveryMs
        : Math.min(retryMs.first * 2 ** (this.#failures - 1), retryMs.most, this.#uncheckedLeftMs())
    this.#cancel = clock.after(Math.min(againMs, Math.max(leftMs, 250)), () => this.look())
  }
}
