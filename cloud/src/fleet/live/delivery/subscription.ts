import {
  type LiveFormat,
  type LiveState,
  liveCloseCodes,
  liveLimits,
  type StreamRole,
  sequencesBetween,
  type ToViewer,
} from '@sightline/protocol'
import { toTimestamp } from '../../../platform/database/parsing.js'
import type { Clock } from '../../../platform/time/clock.js'
import { bytesOf, headFor, type TakenFrame } from '../frames/taken-frame.js'
import type { LiveFigures } from '../live-figures.js'
import type { LiveSocket } from '../sockets/live-socket.js'
import type { Condition } from '../upstreams/condition.js'
import type { UpstreamRegistry } from '../upstreams/upstream-registry.js'
import type { LiveEnd, WatchedCamera } from '../viewers/viewer.js'
import type { Asked } from './asked.js'
import { Attachment } from './attachment.js'
import {
  type Choice,
  chooseStream,
  codecOfFormat,
  hasSmaller,
  isWithin,
  sourceName,
  type Wish,
} from './choose-stream.js'
import { Forerunner } from './forerunner.js'
import { FrameQueue, type Sending } from './frame-queue.js'
import { Refusals } from './refusals.js'
import { asAsked, type StepDown, stepDown, stepUp } from './step-down.js'
import { whyOf } from './words.js'

export interface SubscriptionDeps {
  readonly clock: Clock
  readonly upstreams: Pick<UpstreamRegistry, 'open' | 'isFlowing'>
  readonly figures: LiveFigures
  readonly socket: LiveSocket
  send(message: ToViewer): void
  /** No picture can be had at all: the subscription is over. */
  ended(end: LiveEnd & { readonly retryAfterMs: number | null }): void
}

/** Bytes of a viewer that wait in this process: up to here a burst goes on; from there on frames are left out. */
const bufferLimits = { burst: 256 * 1024, most: 2 * 1024 * 1024 }
/** The node itself is behind with a frame of this age: it is left out, ms. */
const lateMs = 500
const retryAfterMs = 60_000

/** One picture that a viewer watches, from `subscribe` to `ended`. */
export class Subscription {
  readonly id: number
  readonly camera: WatchedCamera
  readonly beganAtMs: number
  readonly #deps: SubscriptionDeps
  readonly #queue: FrameQueue
  readonly #refused: Refusals
  #codecs: Record<StreamRole, string | null>
  #asked: Asked
  #step: StepDown = asAsked
  /** What is sent; null before the first picture. */
  #now: Attachment | null = null
  /** What is going to be sent, once a picture of it can begin. */
  #next: Attachment | null = null
  /** Sent while the first picture of `#next` is waited for. */
  readonly #ahead: Forerunner
  #frame: TakenFrame | null = null
  #isOver = false
  #told = ''
  #tellingSkip = false
  /** The newest frame of which the viewer has told. */
  #acknowledged = 0

  constructor(deps: SubscriptionDeps, id: number, camera: WatchedCamera, asked: Asked) {
    this.id = id
    this.camera = camera
    this.beganAtMs = deps.clock.monotonic()
    this.#deps = deps
    this.#asked = asked
    this.#codecs = { ...camera.codecs }
    const { socket, clock, upstreams } = deps
    this.#refused = new Refusals(() => clock.monotonic())
    this.#ahead = new Forerunner({
      clock,
      flows: () => upstreams.isFlowing({ camera, stream: 'sub', rendition: 'source' }),
      isOnItsWay: () => this.#next?.lastCondition.kind === 'starting',
      attach: (choice) => this.#attach(choice),
    })
    this.#queue = new FrameQueue({
      now: () => clock.monotonic(),
      line: () => ({
        windowMs: socket.windowMs,
        isFull: socket.bufferedBytes > bufferLimits.most || this.#isLate(),
      }),
      takesBurst: () => socket.bufferedBytes < bufferLimits.burst,
      send: (frame, how) => this.#sendFrame(frame, how),
      skipped: () => deps.figures.skipped(),
      newest: () => this.#now?.newest ?? [],
    })
  }

  start(): void {
    this.#choose()
    this.#tell()
  }

  update(changed: { [K in keyof Asked]?: Asked[K] | undefined }): void {
    const { stream, mode, audio } = changed
    this.#asked = {
      ...this.#asked,
      ...(stream !== undefined && { stream }),
      ...(mode !== undefined && { mode }),
      ...(audio !== undefined && { audio }),
    }
    this.#choose()
    this.#tell()
  }

  /** Takes an acknowledgement of a frame and all before it. */
  acknowledge(sequence: number): 'new' | 'repeated' | 'never_sent' {
    const sentAgoMs = this.#queue.acknowledge(sequence)
    if (sentAgoMs === null) return 'never_sent'
    if (sequencesBetween(this.#acknowledged, sequence) <= 0) return 'repeated'
    this.#acknowledged = sequence
    this.#deps.figures.acknowledged(sentAgoMs)
    this.#tellSkip()
    return 'new'
  }

  /** Looks at what only time changes. @returns false if the viewer has acknowledged nothing for too long */
  look(): boolean {
    const step = stepUp(this.#step, this.#deps.clock.monotonic())
    const mayHaveMore = this.#refused.forgetPassed()
    if (step !== this.#step || mayHaveMore) {
      this.#step = step
      this.#choose()
      this.#tell()
    }
    return this.#queue.ageMs < liveLimits.silenceMs
  }

  end(): void {
    this.#isOver = true
    this.#now?.end()
    this.#now = null
    this.#dropNext()
  }

  #choose(): void {
    if (this.#isOver) return
    const choice = chooseStream({ ...this.#wish, step: this.#step.step })
    const going = [this.#next, this.#now].find((one) => one !== null && isWithin(one.choice, choice))
    if (going !== this.#next) this.#dropNext()
    if (going) return this.#adjust(going, choice)
    const attachment = this.#attach(choice)
    this.#next = attachment
    attachment.begin()
    const isAwaited = this.#next === attachment && this.#now === null
    if (isAwaited && hasSmaller(this.#wish, choice)) this.#ahead.wait(choice.mode)
  }

  get #wish(): Omit<Wish, 'step'> {
    return { ...this.#asked, codecs: this.#codecs, refused: this.#refused }
  }

  #attach(choice: Choice): Attachment {
    const { stream, rendition } = choice
    const { audio } = this.#asked
    const upstream = this.#deps.upstreams.open({ camera: this.camera, stream, rendition })
    const attachment: Attachment = new Attachment(
      upstream,
      { choice, audio },
      {
        ready: (format, frames, isWhole) => this.#ready(attachment, format, frames, isWhole),
        frame: (frame) => this.#take(attachment, frame),
        condition: (condition) => this.#heed(attachment, condition),
      },
    )
    return attachment
  }

  #dropNext(): void {
    this.#ahead.end()
    this.#next?.end()
    this.#next = null
  }

  /** What is sent goes on, with less or more of it. */
  #adjust(going: Attachment, choice: Choice): void {
    const isOtherMode = going.choice.mode !== choice.mode
    going.adjust(choice, this.#asked.audio)
    const format = going.sentFormat
    if (isOtherMode && going === this.#now && format) this.#sendFormat(choice, format)
  }

  #sendFormat({ stream, mode }: Choice, format: LiveFormat): void {
    this.#deps.send({ type: 'format', id: this.id, stream, mode, ...format })
  }

  /** A picture can begin: what was sent until now ends. */
  #ready(attachment: Attachment, format: LiveFormat, frames: readonly TakenFrame[], isWhole: boolean): void {
    if (this.#isOver) return attachment.end()
    const { choice } = attachment
    const codec = codecOfFormat(format.codec)
    if (choice.rendition === 'source' && codec !== null && codec !== this.#codecs[choice.stream]) {
      this.#codecs[choice.stream] = codec
      if (!this.#asked.decodes.includes(codec)) {
        this.#ahead.end()
        return this.#choose()
      }
    }
    if (this.#ahead.release(attachment)) this.#now = attachment
    else if (this.#next === attachment) {
      this.#ahead.end()
      this.#now?.end()
      this.#now = attachment
      this.#next = null
    }
    this.#sendFormat(choice, format)
    this.#queue.begin(frames, isWhole)
    this.#tell()
  }

  #take(attachment: Attachment, frame: TakenFrame): void {
    if (this.#isOver || attachment !== this.#now) return
    this.#frame = frame
    this.#queue.add(frame)
    this.#frame = null
    this.#tellSkip()
    if (this.#queue.isTooSlow) this.#stepDown()
  }

  #heed(attachment: Attachment, condition: Condition): void {
    if (this.#ahead.holds(attachment) && condition.kind === 'stalled') this.#ahead.end()
    if (this.#isOver || (attachment !== this.#now && attachment !== this.#next)) return
    if (condition.kind === 'stalled') {
      const { stream, rendition } = attachment.choice
      const { reason, message, passes } = condition.trouble
      // The main stream is received anyway: it may be had where a second one, or a transcoder, may not.
      const isMore = rendition === 'mpeg1' || (rendition === 'source' && stream === 'sub')
      const isTaken = isMore && reason === 'site_line_taken'
      if (!passes || isTaken) {
        const isOther = reason !== 'agent_too_old' && !this.#refused.has(sourceName(stream, rendition))
        this.#refused.add(sourceName(stream, rendition), { passes })
        if (isOther && rendition !== 'jpeg' && !(stream === 'main' && rendition === 'source'))
          return this.#choose()
        return this.#deps.ended({ code: liveCloseCodes.unavailable, reason, message, retryAfterMs })
      }
    }
    this.#tell()
  }

  #stepDown(): void {
    const mayHaveSub = this.#now !== null && hasSmaller(this.#wish, this.#now.choice)
    const nowMs = this.#deps.clock.monotonic()
    this.#step = stepDown(this.#step, { hasSmaller: mayHaveSub, nowMs })
    this.#queue.forgive()
    this.#choose()
    this.#tell()
  }

  #sendFrame(frame: TakenFrame, how: Sending): void {
    const head = headFor(frame, { subscription: this.id, ...how })
    this.#deps.figures.sent(frame.message.length)
    this.#deps.socket.sendBinary(head, bytesOf(frame), () => this.#queue.flush())
  }

  #isLate(): boolean {
    return this.#frame !== null && this.#deps.clock.monotonic() - this.#frame.takenAtMs > lateMs
  }

  #tellSkip(): void {
    if (this.#queue.isSkipping === this.#tellingSkip) return
    this.#tellingSkip = this.#queue.isSkipping
    this.#tell()
  }

  /** Says how the picture stands, if it is news. */
  #tell(): void {
    const shown = this.#now ?? this.#next
    if (this.#isOver || !shown) return
    const condition = shown.lastCondition
    const { stream } = shown.choice
    const state = this.#stateOf(condition)
    const { reason, message } = whyOf(condition, shown.choice, this.#next?.choice ?? null)
    const said = JSON.stringify([state, stream, reason, message])
    if (said === this.#told) return
    this.#told = said
    const since = toTimestamp(new Date(this.#deps.clock.now()))
    this.#deps.send({ type: 'state', id: this.id, state, stream, reason, message, since })
  }

  #stateOf(condition: Condition): LiveState {
    if (condition.kind === 'stalled') return 'stalled'
    if (!this.#now) return 'starting'
    return this.#queue.isSkipping ? 'behind' : 'live'
  }
}
