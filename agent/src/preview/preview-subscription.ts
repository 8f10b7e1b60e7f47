import {
  type Decodable,
  type LiveFormat,
  type LiveMode,
  type LiveState,
  liveCloseCodes,
  liveLimits,
  mediaHeadBytes,
  mostMediaFrameBytes,
  type StreamRole,
  type ToViewer,
  writeMediaFrame,
} from '@sightline/protocol'
import { AckWindow } from '../live/ack-window.js'
import type { UnsentFrame } from '../live/media-socket.js'
import { Mpeg1Rendition, type Transcode } from '../live/mpeg1-rendition.js'
import type { MediaSink, Rendition } from '../live/renditions.js'
import { SourceRendition } from '../live/source-rendition.js'
import { BackgroundTasks } from '../platform/background.js'
import type { Clock } from '../platform/clock.js'
import type { Logger } from '../platform/logger.js'
import { choosePicture, nameOf, type PictureChoice } from './choose-picture.js'
import { type FeedListener, type PreviewedStreams, PreviewFeed } from './preview-feed.js'

/** What a viewer asks for. */
export interface PreviewWish {
  readonly stream: StreamRole
  readonly mode: LiveMode
  readonly audio: boolean
  readonly decodes: readonly Decodable[]
}

export interface PreviewSubscriptionDeps {
  readonly streams: PreviewedStreams
  /** Null where there is no ffmpeg. */
  readonly transcode: Transcode | null
  readonly clock: Clock
  readonly log: Logger
  send(message: ToViewer): void
  sendFrame(bytes: Uint8Array): void
  /** Bytes that wait for the viewer in this process. */
  bufferedBytes(): number
  /** It ended by itself, and said so. */
  ended(): void
}

/** A browser for which more waits misses pictures, bytes. */
const mostBufferedBytes = 2 * 1024 * 1024
/** When it is to be asked for again: what the camera does not give now, and what cannot be shown, ms. */
const retryAfterMs = { gone: 5000, unplayable: 60_000 } as const

/** One picture that a viewer watches, from `begin` to `end` (docs/protocol.md, 20). */
export class PreviewSubscription implements FeedListener {
  readonly id: number
  readonly #deps: PreviewSubscriptionDeps
  readonly #window = new AckWindow()
  readonly #refused = new Set<string>()
  readonly #codecs: Record<StreamRole, 'h264' | 'h265' | null> = { main: null, sub: null }
  readonly #ending: BackgroundTasks
  #wish: PreviewWish
  #choice: PictureChoice | null = null
  #feed: PreviewFeed | null = null
  #sequence = 0
  #isFlowing = false
  #wasBehind = false
  #told = ''
  #retryAfterMs: number = retryAfterMs.unplayable
  #whyNothing = 'this browser cannot play what the camera sends'

  constructor(id: number, wish: PreviewWish, deps: PreviewSubscriptionDeps) {
    this.id = id
    this.#wish = wish
    this.#deps = deps
    this.#ending = new BackgroundTasks((err) => deps.log.error({ err }, 'preview.picture_not_ended'))
    if (deps.transcode !== null) return
    this.#refuse('main', 'mpeg1')
    this.#refuse('sub', 'mpeg1')
    this.#whyNothing += ', and without ffmpeg nothing else can be made of it'
  }

  begin(): void {
    this.#choose()
  }

  update({ stream, mode, audio }: { [K in keyof PreviewWish]?: PreviewWish[K] | undefined }): void {
    const before = this.#wish
    this.#wish = {
      ...before,
      ...(stream !== undefined && { stream }),
      ...(mode !== undefined && { mode }),
      ...(audio !== undefined && { audio }),
    }
    const isOther = this.#wish.stream !== before.stream || this.#wish.mode !== before.mode
    if (isOther) this.#choose()
    else this.#feed?.change(this.#wish)
  }

  /** Takes an acknowledgement of a frame and all before it. @returns false for a frame that was never sent */
  acknowledge(sequence: number): boolean {
    return this.#window.acknowledge(sequence, this.#deps.clock.monotonic())
  }

  /** Resolves once nothing of it runs. */
  async end(): Promise<void> {
    this.#leave()
    await this.#ending.settled()
  }

  format(format: LiveFormat): void {
    const { stream, rendition } = this.#choice ?? {}
    if (stream === undefined) return
    const codec = rendition === 'source' ? codecOf(format.codec) : null
    if (codec !== null) this.#codecs[stream] = codec
    if (codec !== null && !this.#wish.decodes.includes(codec)) return this.#choose()
    this.#deps.send({ type: 'format', id: this.id, stream, mode: this.#wish.mode, ...format })
  }

  frame(frame: UnsentFrame): boolean {
    if (frame.data.length + mediaHeadBytes > mostMediaFrameBytes) return false
    this.#sequence = (this.#sequence + 1) >>> 0
    const bytes = writeMediaFrame({ ...frame, subscription: this.id, sequence: this.#sequence })
    this.#window.sent(this.#sequence, this.#deps.clock.monotonic(), bytes.length)
    this.#deps.sendFrame(bytes)
    return true
  }

  isBehind(): boolean {
    const ageMs = this.#window.ageMs(this.#deps.clock.monotonic())
    const isLate = ageMs > liveLimits.windowMs + this.#window.roundTripMs
    const isBehind = isLate || this.#deps.bufferedBytes() > mostBufferedBytes
    if (isBehind !== this.#wasBehind && this.#isFlowing) this.#tell(isBehind ? 'behind' : 'live')
    this.#wasBehind = isBehind
    return isBehind
  }

  flowing(): void {
    this.#isFlowing = true
    this.#tell('live')
  }

  interrupted(reason: string): void {
    this.#isFlowing = false
    this.#tell('stalled', capital(reason))
  }

  gone(reason: string): void {
    if (this.#choice === null) return
    this.#whyNothing = reason
    this.#retryAfterMs = retryAfterMs.gone
    this.#refuse(this.#choice.stream, 'source')
    this.#choose()
  }

  failed(reason: string): void {
    if (this.#choice === null) return
    this.#whyNothing = reason
    this.#refuse(this.#choice.stream, this.#choice.rendition)
    this.#choose()
  }

  #refuse(stream: StreamRole, rendition: PictureChoice['rendition']): void {
    this.#refused.add(nameOf(stream, rendition))
  }

  #choose(): void {
    this.#leave()
    const { streams } = this.#deps
    for (const role of ['main', 'sub'] as const)
      this.#codecs[role] = streams.codec(role) ?? this.#codecs[role]
    if (streams.refusal('sub') !== null) this.#refuse('sub', 'source')
    const choice = choosePicture({ ...this.#wish, codecs: this.#codecs, refused: this.#refused })
    if (choice === null) return this.#giveUp()
    this.#choice = choice
    this.#tell('starting')
    const feed = new PreviewFeed((sink) => this.#rendition(choice, sink), this)
    this.#feed = feed
    feed.begin(streams, choice.stream)
  }

  #rendition({ rendition }: PictureChoice, sink: MediaSink): Rendition {
    const { transcode, clock, log } = this.#deps
    if (rendition === 'source' || transcode === null) return new SourceRendition(this.#wish, sink)
    return new Mpeg1Rendition(this.#wish, { transcode, clock, log }, sink)
  }

  #leave(): void {
    const feed = this.#feed
    this.#feed = null
    this.#choice = null
    this.#isFlowing = false
    if (feed !== null) this.#ending.add(feed.end())
  }

  #giveUp(): void {
    const { unavailable: code } = liveCloseCodes
    const message = capital(this.#whyNothing)
    const retry = { retry_after_ms: this.#retryAfterMs }
    this.#deps.send({ type: 'ended', id: this.id, code, reason: null, message, ...retry })
    this.#deps.ended()
  }

  /** Says how the picture stands, if it is news. */
  #tell(state: LiveState, message: string | null = null): void {
    const { stream, reason } = this.#choice ?? { stream: this.#wish.stream, reason: null }
    const why = state === 'stalled' ? null : reason
    const said = JSON.stringify([state, stream, why, message])
    if (said === this.#told) return
    this.#told = said
    const since = new Date(this.#deps.clock.now()).toISOString()
    this.#deps.send({ type: 'state', id: this.id, state, stream, reason: why, message, since })
  }
}

const capital = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1)

function codecOf(codec: string): 'h264' | 'h265' | null {
  if (/^avc[13]\b/.test(codec)) return 'h264'
  return /^(?:hvc1|hev1)\b/.test(codec) ? 'h265' : null
}
