import { randomUUID } from 'node:crypto'
import {
  type AckTracker,
  ackTracker,
  type ChannelError,
  channelLimits,
  type DurableType,
  isDurable,
  settle,
  type ToCloudBody,
  type ToCloudFrame,
  writeToGateway,
} from '@sightline/protocol'
import { continuedEventOf } from '../../../events/continuation.service.js'
import type { FrameFailure } from '../../../events/intake/event-intake.service.js'
import type { IntakeOutcome } from '../../../events/intake/intake-frame.service.js'
import type { Log } from '../../../platform/log.js'
import type { Clock } from '../../../platform/time/clock.js'

export type DurableFrame = Extract<ToCloudFrame, { type: DurableType }>

/** Why nothing more is taken from a peer. */
export type DisconnectReason = 'cannot_commit' | 'overloaded' | 'gap'

export interface LaneDeps {
  clock: Clock
  log: Log
  /** Takes a frame; resolves after COMMIT. What may work later is an error that is thrown. */
  commit(frame: DurableFrame, receivedAt: Date): Promise<IntakeOutcome>
  /**
   * Keeps a frame that failed again and again out of the way of the others, if the trouble may be its own. True once
   * it is durable.
   */
  quarantine(frame: DurableFrame, receivedAt: Date, failure: FrameFailure): Promise<boolean>
  send(text: string): void
  /** Frames cannot be committed, more of them are under way than may be sent, or some before them never came. */
  disconnect(reason: DisconnectReason): void
}

/** Pauses before a frame that could not be committed is tried again in the same session. */
const retryMs = [250, 1_000, 2_000, 4_000, 8_000] as const
const maxUnderWay = 2 * channelLimits.unackedFrames
/** How long the number may stand below a gap while nothing is under way, ms: frames come in order, so what lacks never comes. */
const gapMs = 10_000
/** `ack.rejected` holds at most so many. */
const rejectedAFrame = 256

/**
 * The durable frames of one session: each committed by the intake, frames of one event in their order, others at
 * once, and confirmed by one rising number after COMMIT. The end of the session does not stop what is under way.
 */
export class DurableLane {
  readonly #deps: LaneDeps
  #tracker: AckTracker
  #rejected: (ChannelError & { seq: number })[] = []
  readonly #tails = new Map<string, Promise<unknown>>()
  #underWay = 0
  /** Frames that were taken since the session began. */
  #taken = 0
  #ackDue = false
  #ended = false
  /** While the number stands below a gap. */
  #isWatched = false
  #cancelWatch = () => {}
  readonly #work = new Set<Promise<void>>()

  /** @param acked highest number that the gateway says was confirmed to its data folder */
  constructor(deps: LaneDeps, acked: number) {
    this.#deps = deps
    this.#tracker = ackTracker(acked)
  }

  /** Takes a frame. Its confirmation follows when it is committed. */
  take(frame: DurableFrame): void {
    if (this.#underWay >= maxUnderWay) return this.#deps.disconnect('overloaded')
    this.#underWay += 1
    const receivedAt = new Date(this.#deps.clock.now())
    const turns = eventsOf(frame).map((id) => this.#tails.get(id) ?? Promise.resolve())
    const work = Promise.all(turns)
      .then(() => this.#commit(frame, receivedAt))
      .then((committed) => {
        if (committed) this.#confirm(frame.seq)
      })
      .finally(() => {
        this.#underWay -= 1
        for (const id of eventsOf(frame)) if (this.#tails.get(id) === work) this.#tails.delete(id)
      })
    for (const id of eventsOf(frame)) this.#tails.set(id, work)
    this.#work.add(work)
    void work.then(() => this.#work.delete(work))
  }

  /** The session is over: what is being committed goes on, but is not tried again. Resolves when all is done. */
  async end(): Promise<void> {
    this.#ended = true
    this.#cancelWatch()
    await Promise.all(this.#work)
  }

  /** Refuses a frame that cannot be taken, by its number. */
  refuse(seq: number, code: string, message: string): void {
    this.#reject(seq, code, message)
    this.#confirm(seq)
  }

  async #commit(frame: DurableFrame, receivedAt: Date): Promise<boolean> {
    const takenBefore = this.#taken
    let failure: unknown
    for (const pause of [...retryMs, null]) {
      try {
        const outcome = await this.#deps.commit(frame, receivedAt)
        this.#taken += 1
        if (typeof outcome === 'object') {
          const { code, message } = outcome.rejected
          this.#deps.log.warn({ seq: frame.seq, type: frame.type, code }, 'channel.frame_refused')
          this.#reject(frame.seq, code, message)
        }
        return true
      } catch (error) {
        failure = error
        this.#deps.log.error({ err: error, seq: frame.seq, type: frame.type }, 'channel.frame_not_committed')
        if (this.#ended) return false
        if (pause !== null) await this.#deps.clock.delay(pause)
      }
    }
    const othersTaken = this.#taken > takenBefore
    if (await this.#quarantine(frame, receivedAt, { error: failure, othersTaken })) return true
    this.#deps.disconnect('cannot_commit')
    return false
  }

  async #quarantine(frame: DurableFrame, receivedAt: Date, failure: FrameFailure): Promise<boolean> {
    try {
      return await this.#deps.quarantine(frame, receivedAt, failure)
    } catch (error) {
      this.#deps.log.error({ err: error, seq: frame.seq, type: frame.type }, 'channel.frame_not_quarantined')
      return false
    }
  }

  #reject(seq: number, code: string, message: string): void {
    // It waits above a gap already, with why it was refused.
    if (this.#tracker.ahead.has(seq)) return
    this.#rejected.push({ seq, code, message: message.slice(0, 1000) })
  }

  /** What is settled in one turn of the event loop is confirmed by one frame. */
  #confirm(seq: number): void {
    this.#tracker = settle(this.#tracker, seq)
    if (this.#tracker.ahead.size > maxUnderWay) return this.#deps.disconnect('overloaded')
    this.#watchGap()
    if (this.#ackDue) return
    this.#ackDue = true
    setImmediate(() => this.#sendAck())
  }

  /**
   * A gateway that counts from another number than it told, or lost frames, would never be confirmed anything again. It
   * tells its number anew with the next session, and repeats what it has.
   */
  #watchGap(): void {
    const { acked, ahead } = this.#tracker
    if (this.#isWatched || this.#ended || ahead.size === 0) return
    this.#isWatched = true
    this.#cancelWatch = this.#deps.clock.after(gapMs, () => {
      this.#isWatched = false
      if (this.#underWay > 0 || this.#tracker.acked > acked) return this.#watchGap()
      this.#deps.log.warn({ acked, ahead: this.#tracker.ahead.size }, 'channel.gap')
      this.#deps.disconnect('gap')
    })
  }

  #sendAck(): void {
    this.#ackDue = false
    const { acked } = this.#tracker
    const covered = this.#rejected.filter(({ seq }) => seq <= acked)
    this.#rejected = this.#rejected.filter(({ seq }) => seq > acked)
    do {
      const rejected = covered.splice(0, rejectedAFrame)
      this.#deps.send(writeToGateway('ack', { rejected }, { id: randomUUID(), ack: acked }))
    } while (covered.length > 0)
  }
}

/** Whether a frame is one that is kept until it is confirmed. */
export function isDurableFrame(frame: ToCloudFrame): frame is DurableFrame {
  return isDurable(frame.type)
}

/**
 * The events that a frame is about; such frames take turns. An event that goes on from another is told of after that one,
 * which has to be there to be believed.
 */
function eventsOf({ body }: { body: ToCloudBody<DurableType> }): string[] {
  const absorbed = 'absorbed_event_id' in body ? body.absorbed_event_id : null
  const continued = 'raw_data' in body ? continuedEventOf(body.raw_data) : null
  return [body.event_id, absorbed, continued].filter((id) => id !== null)
}
