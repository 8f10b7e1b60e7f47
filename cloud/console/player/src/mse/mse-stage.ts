import type { Format, MediaFrame } from '@sightline/client/live'
import type { StagedFrame } from '../decode/decode-messages.js'
import type { Snapshot } from '../decode/snapshot.js'
import { snapshotOf } from '../decode/snapshot-of.js'
import type { Stage, StageEvents } from '../decode/stage.js'
import { typeOf } from './media-type.js'
import { MseTrack } from './mse-track.js'

/** A frame that was appended and not shown yet. */
interface Appended {
  readonly ptsUs: number
  readonly capturedMs: number
}

/** Frames whose showing is awaited; more are never in front of the player. */
const mostAwaited = 600

/** Pictures by Media Source Extensions, for a browser that has no WebCodecs here: plain http under a name of its own. */
export class MseStage implements Stage {
  readonly kind = 'mse'
  readonly view = document.createElement('video')
  readonly #events: StageEvents
  readonly #track: MseTrack
  /** In the order in which they were given; each is done once it lies in the buffer. */
  readonly #given: { readonly sequence: number; readonly generation: number }[] = []
  #awaited: Appended[] = []
  #awaitsKeyframe = true
  /** When the camera saw what is shown; null before the first picture. */
  #capturedMs: number | null = null
  #isClosed = false

  constructor(events: StageEvents) {
    this.#events = events
    this.view.muted = true
    this.view.playsInline = true
    this.view.disableRemotePlayback = true
    this.#track = new MseTrack(this.view, {
      appended: () => {
        const first = this.#given.shift()
        if (first) events.done(first.sequence, first.generation)
      },
      failed: (message) => {
        this.#letGo()
        events.failed(message)
      },
    })
    this.#watch()
  }

  format(format: Format): void {
    this.#letGo()
    this.#events.began()
    this.#awaitsKeyframe = true
    const { codec, description, width, height } = format
    if (format.rendition !== 'source' || !description)
      return this.#events.failed(`${codec} is not played by this way`)
    this.#track.begin({ kind: 'video', codec, description, width, height }, typeOf(codec))
  }

  frame({ frame, generation }: StagedFrame): void {
    const isUsable = frame.kind === 'video' && (frame.keyframe || !this.#awaitsKeyframe)
    if (!isUsable) return this.#events.done(frame.sequence, generation)
    this.#awaitsKeyframe = frame.discontinuity && !frame.keyframe
    this.#given.push({ sequence: frame.sequence, generation })
    this.#await(frame)
    const { dtsUs, ctsUs, keyframe, data } = frame
    this.#track.add({ dtsUs, ctsUs, keyframe, data })
  }

  async snapshot(): Promise<Snapshot | null> {
    const capturedMs = this.#capturedMs
    const picture = await snapshotOf(this.view)
    return picture && { picture, capturedMs, placeSec: null }
  }

  close(): void {
    this.#isClosed = true
    this.#letGo()
    this.#track.close()
  }

  #await({ dtsUs, ctsUs, capturedMs }: MediaFrame): void {
    this.#awaited.push({ ptsUs: dtsUs + ctsUs, capturedMs })
    if (this.#awaited.length > mostAwaited) this.#awaited.shift()
  }

  /** What was given and lies nowhere is done with. */
  #letGo(): void {
    for (const { sequence, generation } of this.#given.splice(0)) this.#events.done(sequence, generation)
    this.#awaited = []
  }

  #watch(): void {
    this.view.requestVideoFrameCallback((_now, { mediaTime, width, height }) => {
      if (this.#isClosed) return
      const ptsUs = this.#track.ptsAt(mediaTime)
      const shown = this.#awaited.filter((one) => one.ptsUs <= ptsUs + 2000)
      const last = shown.at(-1)
      this.#awaited = this.#awaited.filter((one) => one.ptsUs > ptsUs + 2000)
      if (last) {
        this.#capturedMs = last.capturedMs
        this.#events.drawn({ ...last, catchUp: false, width, height })
      }
      this.#watch()
    })
  }
}
