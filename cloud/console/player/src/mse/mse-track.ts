import { Beginnings } from './beginnings.js'
import { chase } from './chase.js'
import { type AacTrack, initSegment, joined, mediaSegment, type Sample, type VideoTrack } from './fmp4.js'
import { SampleTimes } from './sample-times.js'

/** Without its duration, which the next frame tells. */
export type LiveSample = Omit<Sample, 'durationUs'>

export interface MseTrackEvents {
  /** A frame lies in the buffer. */
  appended(): void
  /** Once: nothing more is played, and another track has to take its place. */
  failed(message: string): void
}

/** What has been played is kept for that long, seconds. */
const keptSec = 8
const trimAboveSec = 16
/** What waits is appended together, up to so much: each time costs a browser the same, and at a join a GOP waits, bytes. */
const mostAtOnceBytes = 1024 * 1024

interface Queued {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where a frame ends by the times of the element, µs; null: it is none. */
  readonly endUs: number | null
  /** When it is shown, µs likewise, if decoding may begin with it; else null. */
  readonly beginsUs: number | null
}

/** One track that is played at the live edge by Media Source Extensions: in a video, or an audio element. */
export class MseTrack {
  readonly #element: HTMLMediaElement
  readonly #events: MseTrackEvents
  readonly #source: MediaSource
  readonly #address: string
  #buffer: SourceBuffer | null = null
  #wanted: { readonly track: VideoTrack | AacTrack; readonly type: string } | null = null
  #queue: Queued[] = []
  #count = 0
  readonly #times = new SampleTimes()
  readonly #beginnings = new Beginnings()
  /** Where the newest frame ends that lies in the buffer, or is on its way there. */
  #appendedUs = 0
  /** Frames that are on their way into the buffer. */
  #appending = 0
  /** It was closed, or failed: an element with an error takes nothing more. */
  #isOver = false

  constructor(element: HTMLMediaElement, events: MseTrackEvents) {
    this.#element = element
    this.#events = events
    const Source = globalThis.MediaSource
    this.#source = new Source()
    this.#address = URL.createObjectURL(this.#source)
    element.src = this.#address
    this.#source.addEventListener('sourceopen', () => this.#open())
    element.addEventListener('error', () => this.#fail(element.error?.message ?? 'the player failed'))
  }

  /** Microseconds of the stream that a position of the element, seconds, stands for. */
  ptsAt(seconds: number): number {
    return this.#times.streamUs(Math.round(seconds * 1_000_000))
  }

  /**
   * Another track begins; its times may begin anywhere. What was not appended of the one before is let go, and nobody hears
   * of it: behind the beginning of another track it could not be decoded.
   */
  begin(track: VideoTrack | AacTrack, type: string): void {
    this.#wanted = { track, type }
    this.#queue = []
    this.#appending = 0
    this.#times.begin(this.#appendedUs)
    this.#open()
  }

  add(sample: LiveSample): void {
    if (this.#isOver) return
    const place = this.#times.place(sample.dtsUs)
    this.#count++
    const bytes = mediaSegment(this.#count, { ...sample, ...place })
    const beginsUs = sample.keyframe ? place.dtsUs + sample.ctsUs : null
    this.#queue.push({ bytes, endUs: this.#times.endUs, beginsUs })
    this.#append()
  }

  close(): void {
    this.#isOver = true
    this.#queue = []
    this.#buffer = null
    this.#element.removeAttribute('src')
    this.#element.load()
    URL.revokeObjectURL(this.#address)
  }

  #open(): void {
    const wanted = this.#wanted
    // A buffer that takes something takes no other type: it is told once it has that.
    if (!wanted || this.#isOver || this.#buffer?.updating) return
    if (this.#source.readyState !== 'open') {
      // It opens once.
      if (this.#buffer) this.#fail('the player has closed its source')
      return
    }
    this.#wanted = null
    try {
      if (this.#buffer) this.#buffer.changeType(wanted.type)
      else {
        this.#source.duration = Number.POSITIVE_INFINITY
        this.#buffer = this.#source.addSourceBuffer(wanted.type)
        this.#buffer.addEventListener('updateend', () => this.#appended())
      }
      // In front of the frames that are its own: they came while it was not open.
      this.#queue.unshift({ bytes: initSegment(wanted.track), endUs: null, beginsUs: null })
      this.#append()
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error))
    }
  }

  #append(): void {
    const buffer = this.#buffer
    if (!buffer || buffer.updating || this.#wanted) return
    if (this.#trim(buffer)) return
    const next = atOnce(this.#queue)
    const last = next.at(-1)
    if (!last) return
    try {
      buffer.appendBuffer(joined(...next.map(({ bytes }) => bytes)))
      this.#queue.splice(0, next.length)
      this.#appending = last.endUs === null ? 0 : next.length
      this.#appendedUs = last.endUs ?? this.#appendedUs
      for (const { beginsUs } of next) if (beginsUs !== null) this.#beginnings.add(beginsUs)
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
      // Room is made by what has been played; before that there is none to make.
      if (!isFull || !this.#remove(buffer, this.#element.currentTime))
        this.#fail(error instanceof Error ? error.message : String(error))
    }
  }

  #appended(): void {
    if (!this.#buffer) return
    const appended = this.#appending
    this.#appending = 0
    for (let frame = 0; frame < appended; frame += 1) this.#events.appended()
    if (this.#element.error) return
    this.#chase()
    if (this.#wanted) this.#open()
    else this.#append()
  }

  /** @returns whether something is being removed */
  #trim(buffer: SourceBuffer): boolean {
    const at = this.#element.currentTime
    if (buffer.buffered.length === 0 || at - buffer.buffered.start(0) < trimAboveSec) return false
    return this.#remove(buffer, at - keptSec)
  }

  /** Removes what is needed no more behind a position, seconds. @returns whether something is being removed */
  #remove(buffer: SourceBuffer, before: number): boolean {
    const end = this.#beginnings.forgetBefore(before)
    if (end === null) return false
    buffer.remove(0, end)
    return true
  }

  #chase(): void {
    const ranges = this.#buffer?.buffered
    if (!ranges || ranges.length === 0) return
    const last = ranges.length - 1
    const [start, end] = [ranges.start(last), ranges.end(last)]
    const { seekTo, rate } = chase({ at: this.#element.currentTime, start, end })
    if (seekTo !== null && !this.#element.seeking) this.#element.currentTime = seekTo
    if (this.#element.playbackRate !== rate) this.#element.playbackRate = rate
    if (this.#element.paused) this.#element.play().catch(() => undefined)
  }

  #fail(message: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#queue = []
    this.#events.failed(message)
  }
}

/** What is appended next: what tells of a track alone, frames together. */
function atOnce(queue: readonly Queued[]): readonly Queued[] {
  const count = queue.findIndex(({ endUs }) => endUs === null)
  if (count === 0) return queue.slice(0, 1)
  let bytes = 0
  const frames = count === -1 ? queue : queue.slice(0, count)
  const most = frames.findIndex((frame) => {
    bytes += frame.bytes.length
    return bytes > mostAtOnceBytes
  })
  return most === -1 ? frames.slice() : frames.slice(0, Math.max(1, most))
}
