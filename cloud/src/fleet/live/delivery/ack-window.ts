import { LineSilence, sequencesBetween } from '@sightline/protocol'

interface Sent {
  readonly atMs: number
  /** Of this frame and all before it. */
  readonly upToBytes: number
}

/** Frames of one subscription that were sent, and what of them was acknowledged. */
export class AckWindow {
  /** Each frame without acknowledgement, the oldest first; times are monotonic. */
  #sent: Sent[] = []
  /** Where in the list the oldest stands: what lies before it was acknowledged. */
  #oldest = 0
  /** Of the newest frame; 0 before the first. */
  #newest = 0
  #sentBytes = 0
  #arrivedBytes = 0
  readonly #silence = new LineSilence()

  /** Frames that wait for an acknowledgement. */
  get size(): number {
    return this.#sent.length - this.#oldest
  }

  /** The line was silent for a while, and carries again; until `forgetSilence`. */
  get hasComeBack(): boolean {
    return this.#silence.hasComeBack
  }

  forgetSilence(): void {
    this.#silence.forget()
  }

  /** A frame goes out. @returns its sequence */
  send(nowMs: number, bytes: number): number {
    this.#sentBytes += bytes
    this.#sent.push({ atMs: nowMs, upToBytes: this.#sentBytes })
    this.#newest = (this.#newest + 1) >>> 0
    return this.#newest
  }

  /**
   * Takes an acknowledgement of a frame and all before it. One that repeats an older one changes nothing.
   * @returns how long ago the frame was sent, ms; null if none with this sequence was sent yet
   */
  acknowledge(sequence: number, nowMs: number): number | null {
    const behind = sequencesBetween(sequence, this.#newest)
    if (behind < 0) return null
    const count = this.size - behind
    if (count <= 0) return 0
    const [oldest, named] = [this.#sent[this.#oldest], this.#sent[this.#oldest + count - 1]]
    this.#oldest += count
    this.#forget()
    if (!oldest || !named) return 0
    this.#silence.acknowledged({
      bytes: named.upToBytes - this.#arrivedBytes,
      waitingBytes: this.#sentBytes - this.#arrivedBytes,
      oldestSentAtMs: oldest.atMs,
      nowMs,
    })
    this.#arrivedBytes = named.upToBytes
    return nowMs - named.atMs
  }

  /** Age of the oldest frame without acknowledgement, ms; 0 where all have one. */
  ageMs(nowMs: number): number {
    const oldest = this.#sent[this.#oldest]
    return oldest === undefined ? 0 : nowMs - oldest.atMs
  }

  /** Lets the acknowledged part of the list go, once it is the larger one. */
  #forget(): void {
    if (this.#oldest * 2 < this.#sent.length) return
    this.#sent = this.#sent.slice(this.#oldest)
    this.#oldest = 0
  }
}
