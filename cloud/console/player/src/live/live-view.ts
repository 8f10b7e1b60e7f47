import {
  type Clock,
  type Ended,
  type Format,
  type JudgedState,
  type Line,
  type LiveConnection,
  type LiveMode,
  type LiveSubscription,
  type MediaFrame,
} from '@sightline/client/live'
import { codecBeyond } from '../decode/abilities.js'
import type { Drawn, StagedFrame } from '../decode/decode-messages.js'
import { hasIdr } from '../decode/has-idr.js'
import type { Snapshot } from '../decode/snapshot.js'
import type { Stage, StageEvents } from '../decode/stage.js'
import { type Shown, WaysLeft } from '../decode/ways-left.js'
import { LiveSound } from '../sound/live-sound.js'
import { LastDrawn } from './last-drawn.js'
import type { LiveChoice } from './live-choice.js'
import { type Beyond, type PictureState, pictureState } from './picture-state.js'
import { stageOf } from './stage-of.js'

export interface LiveViewDeps {
  readonly connection: LiveConnection
  readonly clock: Clock
  /** Puts the picture into the page in place of the one before. */
  readonly mount: (view: Stage['view']) => void
  readonly changed: () => void
  readonly drawn: (drawn: Drawn) => void
}

/** One live camera: what comes of it, how it is shown, and how it stands. */
export class LiveView {
  readonly sound = new LiveSound()
  readonly #deps: LiveViewDeps
  readonly #last: LastDrawn
  readonly #ways = new WaysLeft()
  #choice: LiveChoice
  #way: Shown | null = null
  #codecBeyond: string | null = null
  #subscription: LiveSubscription | null = null
  #stage: Stage | null = null
  /** What came while it is found out how a format can be shown. */
  #early: StagedFrame[] | null = null
  #format: Format | null = null
  /** Whether a decoder can begin with it is to be seen of the first picture. */
  #isUnproven = false
  #isWanted = false
  #isPaused = false
  #line: Line = { kind: 'connecting' }
  #server: JudgedState | null = null
  #ended: { readonly ended: Ended; readonly retries: boolean } | null = null
  #cannotPlay: Beyond | null = null
  /** Grows with each beginning: what was found out for an earlier one is void. */
  #run = 0

  constructor(choice: LiveChoice, deps: LiveViewDeps) {
    this.#choice = choice
    this.#deps = deps
    this.#last = new LastDrawn(deps.clock)
  }

  get format(): Format | null {
    return this.#format
  }

  /** By which way pictures are shown. */
  get way(): Shown | null {
    return this.#stage && this.#way
  }

  /** When the camera saw what was drawn last and stands there still, ms since the epoch; null: nothing does. */
  get shownMs(): number | null {
    return this.#last.capturedMs
  }

  state(): PictureState {
    return pictureState({
      isWanted: this.#isWanted,
      isPaused: this.#isPaused,
      line: this.#line,
      server: this.#server,
      isBusy: this.#subscription?.isBusy ?? false,
      rendition: this.#format?.rendition ?? 'source',
      codecBeyond: this.#codecBeyond,
      ended: this.#ended,
      ageMs: this.#last.ageMs,
      gapMs: this.#last.gapMs,
      behindMs: this.#last.behindMs,
      mode: this.#modeSent,
      cannotPlay: this.#cannotPlay,
    })
  }

  /** The service may fall to keyframes, and JPEG is made of nothing else. */
  get #modeSent(): LiveMode {
    const { rendition, mode } = this.#format ?? { rendition: 'source', mode: this.#choice.mode }
    return rendition === 'jpeg' ? 'keys' : mode
  }

  play(): void {
    if (this.#isWanted && this.#subscription && !this.#ended) return
    this.#isWanted = true
    if (!this.#isPaused) void this.#begin()
  }

  stop(): void {
    this.#isWanted = false
    this.#end()
  }

  /** Nobody looks, or somebody does again. */
  pause(paused: boolean): void {
    if (this.#isPaused === paused) return
    this.#isPaused = paused
    if (!this.#isWanted) return
    if (paused) this.#end()
    else void this.#begin()
  }

  choose(change: Partial<Omit<LiveChoice, 'cameraId'>>): void {
    this.#choice = { ...this.#choice, ...change }
    this.#last.restart()
    this.#subscription?.update(change)
  }

  turnSound(on: boolean): void {
    this.sound.turn(on)
    this.#subscription?.update({ audio: on })
  }

  async snapshot(): Promise<Snapshot | null> {
    return (await this.#stage?.snapshot()) ?? null
  }

  close(): void {
    this.stop()
    this.sound.close()
    this.#stage?.close()
    this.#stage = null
  }

  async #begin(): Promise<void> {
    this.#end()
    const run = this.#run
    const decodes = await this.#ways.decodes()
    if (run !== this.#run) return
    this.#codecBeyond = codecBeyond(decodes)
    this.#subscription = this.#deps.connection.subscribe(
      { ...this.#choice, audio: this.sound.isOn, decodes },
      {
        format: (format) => this.#formatCame(format),
        frame: (frame, generation) => this.#frame(frame, generation),
        state: (state) => {
          this.#server = state
          this.#ended = null
          this.#deps.changed()
        },
        ended: (ended, retryInMs) => {
          this.#ended = { ended, retries: retryInMs !== null }
          this.#deps.changed()
        },
        line: (line) => {
          this.#line = line
          this.#deps.changed()
        },
      },
    )
    this.#deps.changed()
  }

  #end(): void {
    this.#run++
    this.#subscription?.close()
    this.#subscription = null
    this.#server = null
    this.#ended = null
    this.#last.leave()
    this.#cannotPlay = null
    this.#early = null
    this.#line = { kind: 'connecting' }
    this.#deps.changed()
  }

  #formatCame(format: Format): void {
    this.#format = format
    this.#isUnproven = format.rendition === 'source' && format.codec.startsWith('avc')
    this.#ended = null
    this.sound.format(format.audio)
    this.#early ??= []
    const run = this.#run
    this.#ways.of(format).then(
      (way) => {
        if (run === this.#run && this.#format === format) this.#show(format, way)
      },
      () => {
        if (run === this.#run) this.#askAnew()
      },
    )
  }

  #show(format: Format, way: Shown | null): void {
    const early = this.#early ?? []
    this.#early = null
    if (way === null) {
      this.#cannotPlay = { codec: format.codec }
      for (const staged of early) this.#done(staged)
      return this.#dropStage()
    }
    this.#cannotPlay = null
    this.#way = way
    this.#stageFor(way === 'mse' ? 'mse' : 'canvas').format(format)
    for (const { frame, generation } of early) this.#frame(frame, generation)
    this.#deps.changed()
  }

  #stageFor(kind: Stage['kind']): Stage {
    if (this.#stage?.kind === kind) return this.#stage
    this.#stage?.close()
    this.#last.clear()
    const events: StageEvents = {
      began: () => this.#last.restart(),
      done: (sequence, generation) => this.#subscription?.done(sequence, generation),
      drawn: (drawn) => {
        if (this.#stage === stage) this.#drawn(drawn)
      },
      failed: () => this.#failed(),
    }
    const stage: Stage = stageOf(kind, events)
    this.#stage = stage
    this.#deps.mount(stage.view)
    return stage
  }

  /** The next format gets another: a media element plays nothing more after an error, and nothing may stay that is not played. */
  #dropStage(): void {
    this.#stage?.close()
    this.#stage = null
    this.#last.clear()
    this.#deps.changed()
  }

  #frame(frame: MediaFrame, generation: number): void {
    const staged = { frame, generation }
    if (this.#early) this.#early.push(staged)
    else if (frame.kind === 'audio') {
      this.sound.frame(frame)
      this.#done(staged)
    } else if (this.#stage && this.#cannotPlay === null && this.#begins(frame)) this.#stage.frame(staged)
    else this.#done(staged)
  }

  /** @returns false for the first picture of a stream with which no browser begins: another form of it is asked for */
  #begins({ data }: MediaFrame): boolean {
    if (!this.#isUnproven || hasIdr(data)) {
      this.#isUnproven = false
      return true
    }
    // It refreshes its picture by and by.
    this.#cannotPlay = { codec: null }
    this.#ways.cannotBegin()
    this.#askAnew()
    return false
  }

  #done({ frame, generation }: StagedFrame): void {
    this.#subscription?.done(frame.sequence, generation)
  }

  #drawn(drawn: Drawn): void {
    const isAwaited = this.#isWanted && !this.#isPaused
    const isOfNow = isAwaited && !drawn.catchUp
    // What was on its way when nobody waited for it any more stands there all the same.
    const isFirst = this.#last.drawn(drawn, isOfNow)
    if (isOfNow && this.#server?.state === 'stalled') this.#server = { ...this.#server, state: 'live' }
    if (isFirst) this.#deps.changed()
    if (isAwaited) this.#deps.drawn(drawn)
  }

  /** The same way is tried again with a newest GOP, then the next way. */
  #failed(): void {
    const way = this.#way
    if (way === null) return
    if (way === 'mse') this.#dropStage()
    if (!this.#ways.failed(way, this.#deps.clock.now())) return this.#subscription?.renew()
    this.#askAnew()
  }

  /** With what can still be decoded. */
  #askAnew(): void {
    this.#ways.decodes().then(
      (decodes) => {
        this.#codecBeyond = codecBeyond(decodes)
        this.#subscription?.renew(decodes)
      },
      () => undefined,
    )
  }
}
