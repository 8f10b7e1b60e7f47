import type { MediaFrame, ToViewer } from '@sightline/protocol'

type Format = Extract<ToViewer, { type: 'format' }>

/** Holds the frames of one subscription against the order that they have by docs/protocol.md, 20. */
export class ReceivedOrder {
  #format: Format | null = null
  /** No picture has come behind the format yet. */
  #isFirst = true
  #sequence = 0
  readonly #dtsUs = new Map<MediaFrame['kind'], number>()

  format(format: Format): void {
    this.#format = format
    this.#isFirst = true
    this.#dtsUs.clear()
  }

  /** @returns what is wrong with the next frame; null: nothing */
  frame(frame: MediaFrame): string | null {
    const { sequence, kind, keyframe, discontinuity, dtsUs } = frame
    const expected = (this.#sequence + 1) >>> 0
    this.#sequence = sequence
    if (sequence !== expected) return `frame ${sequence} came in the place of ${expected}`
    if (this.#format === null) return `frame ${sequence} came before a format`
    const before = this.#dtsUs.get(kind)
    this.#dtsUs.set(kind, dtsUs)
    if (before !== undefined && dtsUs <= before) return `the time of frame ${sequence} does not rise`
    if (kind === 'audio') return null
    const mustBeKey = this.#isFirst || discontinuity || this.#format.mode === 'keys'
    this.#isFirst = false
    return mustBeKey && !keyframe ? `frame ${sequence} is no keyframe` : null
  }
}
