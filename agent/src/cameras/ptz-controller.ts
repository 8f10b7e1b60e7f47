import type { PtzDirection } from '@sightline/protocol'
import { OnvifError } from '../onvif/onvif-error.js'
import type { PtzSession, Velocity } from '../onvif/ptz-session.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'

interface PtzControllerDeps {
  readonly clock: Clock
  readonly log: Logger
  /** Opens a session with the camera, which ends with the signal. */
  readonly open: (signal: AbortSignal) => Promise<PtzSession>
}

interface Movement {
  readonly direction: PtzDirection
  /** Share of the fastest, 0 to 1; 0 ends the move under way. */
  readonly magnitude: number
  readonly durationMs: number
}

interface BegunMovement {
  /** Wall clock, ms since the epoch. */
  readonly startedAtMs: number
  readonly stopsAtMs: number
}

/** How much later than we the camera would stop by itself, ms: if this process dies first. */
const cameraTimeoutSlackMs = 1000
/** Tries to stop, and the time between them, ms. By then the camera's own time-out is over as well. */
const stopTries = 5
const stopAgainMs = 500
/** A session is kept this long for the next movement, ms. */
const idleMs = 30_000

/**
 * Moves one camera, one order after the other. Every movement ends by our own Stop: the timer starts before the order
 * is sent, so that an answer that gets lost leaves no camera turning.
 */
export class PtzController {
  readonly #deps: PtzControllerDeps
  readonly #life = new AbortController()
  #session: PtzSession | null = null
  #last: Promise<unknown> = Promise.resolve()
  #isMoving = false
  /** Ends the wait for the camera's answer to the last movement. */
  #endWait: () => void = () => {}
  #cancelTimer: () => void = () => {}

  constructor(deps: PtzControllerDeps) {
    this.#deps = deps
  }

  /**
   * Begins a movement in place of the one under way, and ends it by itself. An order to stop waits for no answer to the movement.
   * @param signal for waiting only: a movement that has been ordered is ended in any case
   * @throws OnvifError (OperationRefused where the camera cannot be moved so), or the signal's reason
   */
  move(movement: Movement, signal: AbortSignal): Promise<BegunMovement> {
    if (movement.magnitude === 0) this.#endWait()
    return this.#inTurn(async () => {
      signal.throwIfAborted()
      return this.#begin(movement)
    })
  }

  /** Stops the camera if it moves, and ends the session. Nothing can be ordered afterwards. */
  async close(): Promise<void> {
    this.#cancelTimer()
    const stopped = this.#inTurn(() => this.#stop(1)).catch(() => undefined)
    const late = new AbortController()
    await Promise.race([
      stopped,
      this.#deps.clock.delay(2000, { signal: late.signal }).catch(() => undefined),
    ])
    late.abort()
    this.#life.abort(new Error('the camera is let go'))
    this.#forgetSession()
  }

  /** Does `work` after everything ordered before; a failure before is no reason not to. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #begin({ direction, magnitude, durationMs }: Movement): Promise<BegunMovement> {
    const { clock } = this.#deps
    const session = await this.#open()
    this.#cancelTimer()
    const startedAtMs = clock.now()
    if (magnitude === 0) {
      await this.#stop(stopTries)
      return { startedAtMs, stopsAtMs: startedAtMs }
    }
    this.#isMoving = true
    const wait = new AbortController()
    this.#endWait = () =>
      wait.abort(new OnvifError('timeout', 'the camera did not answer before it was to stop'))
    this.#cancelTimer = clock.after(durationMs, () => {
      this.#endWait()
      this.#stopInTurn()
    })
    const signal = AbortSignal.any([wait.signal, this.#life.signal])
    try {
      await session.move(velocityOf(direction, magnitude), durationMs + cameraTimeoutSlackMs, signal)
    } catch (error) {
      // What was under way is replaced by nothing, and a lost answer may have been a yes.
      this.#cancelTimer()
      this.#stopInTurn()
      throw error
    }
    return { startedAtMs, stopsAtMs: startedAtMs + durationMs }
  }

  #stopInTurn(): void {
    this.#inTurn(() => this.#stop(stopTries)).catch((err: unknown) =>
      this.#deps.log.warn({ err }, 'ptz.not_stopped'),
    )
  }

  async #stop(tries: number): Promise<void> {
    if (this.#session === null || !this.#isMoving) return this.#rest()
    try {
      await this.#session.stop()
      this.#isMoving = false
      this.#rest()
    } catch (error) {
      if (tries <= 1 || this.#life.signal.aborted) {
        this.#isMoving = false
        this.#forgetSession()
        throw error
      }
      await this.#deps.clock.delay(stopAgainMs, { signal: this.#life.signal })
      await this.#stop(tries - 1)
    }
  }

  /** Keeps the session for a while: the next movement is likely to follow. */
  #rest(): void {
    this.#cancelTimer()
    if (this.#session !== null)
      this.#cancelTimer = this.#deps.clock.after(idleMs, () => this.#forgetSession())
  }

  async #open(): Promise<PtzSession> {
    this.#life.signal.throwIfAborted()
    this.#session ??= await this.#deps.open(this.#life.signal)
    return this.#session
  }

  #forgetSession(): void {
    this.#cancelTimer()
    this.#session?.[Symbol.dispose]()
    this.#session = null
  }
}

function velocityOf(direction: PtzDirection, magnitude: number): Velocity {
  switch (direction) {
    case 'pan_left':
      return { kind: 'pan-tilt', x: -magnitude, y: 0 }
    case 'pan_right':
      return { kind: 'pan-tilt', x: magnitude, y: 0 }
    case 'pan_up':
      return { kind: 'pan-tilt', x: 0, y: magnitude }
    case 'pan_down':
      return { kind: 'pan-tilt', x: 0, y: -magnitude }
    case 'zoom_in':
      return { kind: 'zoom', zoom: magnitude }
    case 'zoom_out':
      return { kind: 'zoom', zoom: -magnitude }
  }
}
