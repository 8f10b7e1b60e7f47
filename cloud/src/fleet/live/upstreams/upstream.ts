import { type LiveFormat, liveCloseCodes, liveLimits } from '@sightline/protocol'
import type { Platform } from '../../../platform/platform.js'
import { GopMemory } from '../frames/gop-memory.js'
import type { NodeMemory } from '../frames/node-memory.js'
import type { TakenFrame } from '../frames/taken-frame.js'
import type { LiveFigures } from '../live-figures.js'
import type { StreamKey, TryContext } from './agent-source.js'
import { Backlog } from './backlog.js'
import { type Condition, isSame, nothingSent, silence } from './condition.js'
import { FlowWatch } from './flow-watch.js'
import type { MediaSink, MediaSocket, Needs } from './media-socket.js'
import { type Trouble, type TryOutcome, troubleOf, waitBeforeTry } from './try-outcome.js'

/** One subscription that takes what an upstream brings, or another node that does. */
export interface Tap {
  /** What it needs, and may change: call `needsChanged` then. */
  readonly needs: Needs
  /** Before the first frame of each format. */
  format(format: LiveFormat): void
  frame(frame: TakenFrame): void
  condition(condition: Condition): void
}

export interface UpstreamDeps {
  readonly platform: Pick<Platform, 'clock' | 'log'>
  readonly memory: NodeMemory
  /** One try to get the stream. @returns how it ended; null after an abort */
  stream(key: StreamKey, context: TryContext): Promise<TryOutcome | null>
  readonly figures: Pick<LiveFigures, 'taken'>
  /** Hands a frame on to the taps, when it is the turn of the organisation. */
  inTurn(orgId: string, deliver: () => void): void
  /** The upstream has nobody left for a while, and ended. Must not reject. */
  ended(): Promise<void>
}

/** One stream of a camera on its way to this node: one whatever the number of its viewers (docs/protocol.md, 20). */
export class Upstream implements MediaSink {
  readonly key: StreamKey
  readonly #deps: UpstreamDeps
  readonly #taps = new Set<Tap>()
  readonly #memory: GopMemory
  readonly #watch: FlowWatch
  readonly #stop = new AbortController()
  readonly #backlog = new Backlog()
  #format: LiveFormat | null = null
  #condition: Condition = { kind: 'starting' }
  /** What the site leaves out, as it says. */
  #limitation: string | null = null
  #socket: MediaSocket | null = null
  #wake: () => void = () => {}
  #giveUp: () => void = () => {}
  #cancelLoss: () => void = () => {}
  #cancelLinger: () => void = () => {}
  #askedKeyframeAtMs = Number.NEGATIVE_INFINITY
  /** Resolves when nothing of it is left. Never rejects. */
  readonly ended: Promise<void>

  constructor(key: StreamKey, deps: UpstreamDeps) {
    this.key = key
    this.#deps = deps
    this.#memory = new GopMemory(deps.memory, {
      orgId: key.camera.orgId,
      mostBytes: liveLimits.gopBytes,
    })
    this.#watch = new FlowWatch(deps.platform.clock, {
      isSparse: () => key.rendition === 'jpeg' || this.#needs().mode === 'keys' || this.#limitation !== null,
      stalled: (hadPictures) => {
        this.#become({ kind: 'stalled', trouble: hadPictures ? silence : nothingSent })
        this.#socket?.probe()
      },
      givenUp: () => this.cut(liveCloseCodes.silent, 'no picture came'),
    })
    this.ended = this.#run()
  }

  get condition(): Condition {
    return this.#condition
  }

  get taps(): ReadonlySet<Tap> {
    return this.#taps
  }

  /** What the newest frames are; null before the first. */
  get newestFormat(): LiveFormat | null {
    return this.#format
  }

  /** The newest GOP, for somebody who joins. */
  get memory(): Pick<GopMemory, 'frames' | 'isWhole'> {
    return this.#memory
  }

  get isOver(): boolean {
    return this.#stop.signal.aborted
  }

  /** Whoever takes part from now on hears of every frame; what came before is in `memory`. */
  attach(tap: Tap): void {
    this.#cancelLinger()
    this.#taps.add(tap)
    this.needsChanged()
  }

  /** Ends the upstream a while after the last one left. */
  detach(tap: Tap): void {
    if (!this.#taps.delete(tap)) return
    if (this.#taps.size > 0) return this.needsChanged()
    this.#cancelLinger = this.#deps.platform.clock.after(liveLimits.lingerMs, () => this.end())
  }

  needsChanged(): void {
    if (this.#taps.size > 0) this.#socket?.need(this.#needs())
  }

  /** Somebody waits for a keyframe. Asked of the agent once in a while at most, for all viewers get it. */
  askKeyframe(): void {
    const nowMs = this.#deps.platform.clock.monotonic()
    if (nowMs - this.#askedKeyframeAtMs < askKeyframeEveryMs) return
    this.#askedKeyframeAtMs = nowMs
    this.#socket?.askKeyframe()
  }

  /** Whoever serves the camera is there anew: tries at once, if it waits; a socket from before may be dead. */
  retryNow(): void {
    this.#socket?.probe()
    this.#wake()
  }

  /** Whoever serves the camera has connected anew: what it was asked for before, and did not bring yet, is lost. */
  askAnew(): void {
    this.#giveUp()
  }

  /** Closes the socket; the next try begins at once. */
  cut(code: number, reason: string): void {
    this.#socket?.close(code, reason)
  }

  end(): void {
    this.#cancelLinger()
    this.#stop.abort()
    this.#wake()
  }

  format(format: LiveFormat): void {
    this.#inTurn(() => {
      this.#format = format
      this.#memory.clear()
      for (const tap of this.#taps) tap.format(format)
    }, format.description?.length)
  }

  /** Memory and taps have a frame in the same moment, so that whoever joins misses none and gets none twice. */
  frame(frame: TakenFrame): void {
    this.#deps.figures.taken(frame.message.length)
    this.#inTurn(() => {
      this.#watch.heard(frame)
      this.#memory.add(frame)
      if (frame.isPicture && this.#condition.kind !== 'flowing') this.#flow()
      for (const tap of this.#taps) tap.frame(frame)
    }, frame.message.length)
  }

  interrupted(isInterrupted: boolean, message: string | null): void {
    if (!isInterrupted)
      return this.#inTurn(() => {
        this.#limitation = message
        if (this.#condition.kind === 'flowing') this.#flow()
      })
    const trouble = {
      reason: 'camera_offline',
      message: message ?? 'The camera sends nothing.',
      passes: true,
    } as const
    this.troubled(trouble)
  }

  troubled(trouble: Trouble): void {
    this.#inTurn(() => {
      // Why nothing comes is known.
      this.#watch.pause()
      this.#become({ kind: 'stalled', trouble })
    })
  }

  /**
   * The stream is read no further while too much of it waits: what is not read is not acknowledged either.
   * @param bytes that wait with the work
   */
  #inTurn(work: () => void, bytes = 0): void {
    this.#backlog.add(bytes)
    if (this.#backlog.isFull) this.#socket?.pause()
    this.#deps.inTurn(this.key.camera.orgId, () => {
      this.#backlog.done(bytes)
      if (this.#backlog.isLow) this.#socket?.resume()
      if (!this.isOver) work()
    })
  }

  #flow(): void {
    this.#become({ kind: 'flowing', limitation: this.#limitation })
  }

  #become(condition: Condition): void {
    if (isSame(condition, this.#condition)) return
    this.#condition = condition
    for (const tap of this.#taps) tap.condition(condition)
  }

  #needs(): Needs {
    const all = [...this.#taps].map(({ needs }) => needs)
    return {
      mode: all.some(({ mode }) => mode === 'full') ? 'full' : 'keys',
      audio: all.some(({ audio }) => audio),
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    let failures = 0
    while (!signal.aborted) {
      const outcome = await this.#tryOnce()
      if (outcome === null) {
        await this.#wait(askAnewMs)
        continue
      }
      failures = outcome.kind === 'closed' && outcome.flowed ? 1 : failures + 1
      this.#fail(outcome)
      await this.#wait(waitBeforeTry(outcome, failures))
    }
    this.#watch.end()
    this.#cancelLoss()
    this.#memory.clear()
    await this.#deps.ended()
  }

  /** @returns null at the end of the upstream, and for a try that was given up */
  async #tryOnce(): Promise<TryOutcome | null> {
    const deps = this.#deps
    const trying = new AbortController()
    this.#giveUp = () => this.#socket ?? trying.abort()
    try {
      return await deps.stream(this.key, {
        sink: this,
        needs: () => this.#needs(),
        opened: (socket) => {
          this.#socket = socket
          this.#cancelLoss()
          this.#limitation = null
          socket.need(this.#needs())
          this.#watch.begin()
        },
        signal: AbortSignal.any([this.#stop.signal, trying.signal]),
      })
    } catch (error) {
      if (this.isOver) return null
      deps.platform.log.warn({ err: error, cameraId: this.key.camera.id }, 'live.upstream_failed')
      return { kind: 'no_answer' }
    } finally {
      this.#socket = null
      // What still waits for the end of this try would be kept for ever: a composed signal lives while it is listened to.
      trying.abort()
    }
  }

  #fail(outcome: TryOutcome): void {
    const { camera, stream, rendition } = this.key
    const trouble = troubleOf(outcome)
    this.#deps.platform.log.info(
      { orgId: camera.orgId, cameraId: camera.id, stream, rendition, outcome },
      'live.upstream_broke',
    )
    this.#watch.pause()
    this.#cancelLoss()
    const tell = () => this.#inTurn(() => this.#become({ kind: 'stalled', trouble }))
    if (!isHandedOver(outcome)) return tell()
    this.#cancelLoss = this.#deps.platform.clock.after(handOverMs, tell)
  }

  #wait(ms: number): Promise<void> {
    if (this.isOver) return Promise.resolve()
    return new Promise((resolve) => {
      const cancel = this.#deps.platform.clock.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }
}

const askKeyframeEveryMs = 2_000
/** A session that has just begun takes commands a moment later, ms. */
const askAnewMs = 250
/** Until a node that stops is followed by another source, viewers are told nothing, ms: a picture may be so old. */
const handOverMs = 1_500

const isHandedOver = (outcome: TryOutcome): boolean =>
  outcome.kind === 'closed' && outcome.flowed && outcome.code === liveCloseCodes.restarting
