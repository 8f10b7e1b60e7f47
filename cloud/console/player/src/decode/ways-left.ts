import type { Decodable, Format } from '@sightline/client/live'
import { loadMse } from '../mse/load-mse.js'
import { decodesHere, hasCanvas, type Way, wayFor, waysHere } from './abilities.js'

/** By what a picture is shown. */
export type Shown = Way | 'jpeg'

/** Failures of one way within this time, until the next way is taken. */
const mostFailures = 3
const failuresWithinMs = 30_000

/** The ways of showing live pictures that are left to one picture: one that fails again and again is given up. */
export class WaysLeft {
  #ways: readonly Way[] = waysHere()
  #failedAt: number[] = []

  /** What the cloud is told. */
  decodes(): Promise<Decodable[]> {
    // It is going to be wanted: without it nothing is shown.
    if (this.#ways[0] === 'mse') loadMse().catch(() => undefined)
    return decodesHere(this.#ways)
  }

  /**
   * By what pictures of this format are shown; null where they cannot be.
   * @throws where what that takes cannot be loaded: this way is none any more
   */
  async of({ rendition, codec }: Format): Promise<Shown | null> {
    if (rendition === 'jpeg') return hasCanvas() ? 'jpeg' : null
    const way = await wayFor(codec, this.#ways)
    if (way === 'mse') {
      await loadMse().catch((error: unknown) => {
        this.#drop(way)
        throw error
      })
    }
    return way
  }

  /** Neither the decoders nor the media element of a browser begin with such a stream. */
  cannotBegin(): void {
    this.#ways = this.#ways.filter((way) => way === 'mpeg1')
  }

  /** A way failed. @param nowMs by a monotonic clock @returns whether it is given up */
  failed(way: Shown, nowMs: number): boolean {
    this.#failedAt = [...this.#failedAt.filter((at) => nowMs - at < failuresWithinMs), nowMs]
    if (this.#failedAt.length < mostFailures) return false
    this.#failedAt = []
    this.#drop(way)
    return true
  }

  #drop(way: Shown): void {
    this.#ways = this.#ways.filter((one) => one !== way)
  }
}
