import type { LiveFormat, StreamRole } from '@sightline/protocol'
import type { LiveStreams, StreamWatcher } from '../cameras/live-streams.js'
import type { LiveWish } from '../live/frame-choice.js'
import type { UnsentFrame } from '../live/media-socket.js'
import type { MediaSink, Rendition } from '../live/renditions.js'
import type { PacketSource } from '../stream/packet.js'

/** The streams of a camera that can be looked at. */
export type PreviewedStreams = Pick<LiveStreams, 'codec' | 'refusal' | 'watch'>

/** Who hears of a feed, until it is ended. Nothing of it throws or blocks. */
export interface FeedListener {
  format(format: LiveFormat): void
  /** @returns false for a frame that is too large to be sent */
  frame(frame: UnsentFrame): boolean
  isBehind(): boolean
  flowing(): void
  interrupted(reason: string): void
  /** The camera gives this stream no more. */
  gone(reason: string): void
  /** Nothing comes of the rendition. */
  failed(reason: string): void
}

/** One stream of a camera in one rendition, for one viewer. */
export class PreviewFeed implements StreamWatcher {
  readonly #rendition: Rendition
  readonly #listener: FeedListener
  #unwatch = () => {}
  #isOver = false

  constructor(make: (sink: MediaSink) => Rendition, listener: FeedListener) {
    this.#listener = listener
    this.#rendition = make(this.#sink())
  }

  begin(streams: PreviewedStreams, role: StreamRole): void {
    const unwatch = streams.watch(role, this, 'the camera is being connected')
    // It may be gone before this returns.
    if (this.#isOver) unwatch()
    else this.#unwatch = unwatch
  }

  change(wish: LiveWish): void {
    this.#rendition.change(wish)
  }

  available(source: PacketSource): void {
    if (!this.#isOver) this.#rendition.begin(source)
  }

  interrupted(reason: string): void {
    if (!this.#isOver) this.#listener.interrupted(reason)
  }

  gone(reason: string): void {
    if (!this.#isOver) this.#listener.gone(reason)
  }

  /** Nothing more is heard of it from now on. Resolves once nothing of it runs. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#unwatch()
    this.#rendition.rest()
    await this.#rendition.stop()
  }

  #sink(): MediaSink {
    const listener = this.#listener
    return {
      format: (format) => {
        if (!this.#isOver) listener.format(format)
      },
      frame: (frame) => this.#isOver || listener.frame(frame),
      state: (state, message) => {
        if (this.#isOver) return
        if (state === 'flowing') listener.flowing()
        else listener.interrupted(message ?? 'the camera sends no pictures')
      },
      isBehind: () => listener.isBehind(),
      // A page at the site opens another socket.
      hasComeBack: () => false,
      failed: (reason) => {
        if (!this.#isOver) listener.failed(reason)
      },
      // The picture is large, and comes with the next keyframe.
      askForKeyframe: () => undefined,
    }
  }
}
