import { compare, type Reference, referenceOf } from './compare-pictures.js'
import { pictureBytes } from './gray-decoder.js'
import { type Plane, planeOf } from './plane.js'

/** What a keyframe is in comparison with those before it. */
export interface KeyframeVerdict {
  /** 1 for each pixel that differs from the background and did not in most keyframes before. */
  readonly news: Uint8Array
  /** Whether so much differs that the background was learned anew. */
  readonly isNew: boolean
}

/** If more of a keyframe differs, it is another scene: the camera was turned, or sees by infrared now. */
const newSceneShare = 0.3
/** In another light, on the scale of a `Plane`, the scene is learned at once and not by halves. */
const otherLight = 4
const restlessWeight = 0.25
const restlessShare = 0.4
/** A change that two keyframes show alike has come to stay. */
const alike = 6
/** What was checked in vain is no news again before so many keyframes in a row showed nothing else there. */
const vainKeyframes = 20

/**
 * The scene at rest, learned from keyframes only: a keyframe differs from the pictures around it by how it is
 * encoded, so keyframes are compared with keyframes.
 */
export class Background {
  #known: Reference | null = null
  #latest: Plane | null = null
  /** How often each pixel differed in the newest keyframes, 0 to 1. */
  readonly #restless = new Float32Array(pictureBytes)
  /** For how many keyframes more each pixel is no news, because a check of it was in vain. */
  readonly #vain = new Uint8Array(pictureBytes)

  get reference(): Reference | null {
    return this.#known
  }

  /** Forgets the scene: the stream's pictures are others now. */
  forget(): void {
    this.#known = null
    this.#latest = null
    this.#vain.fill(0)
  }

  /** Compares a keyframe with the scene, and learns from it. @param least difference that counts */
  learn(luma: Uint8Array, least: number): KeyframeVerdict {
    const plane = planeOf(luma)
    const before = this.#latest
    this.#latest = plane
    if (this.#known === null) {
      this.#known = referenceOf(plane)
      return { news: new Uint8Array(pictureBytes), isNew: true }
    }
    const { mask, share, light } = compare(plane, this.#known, least)
    const isNew = share > newSceneShare
    this.#known = referenceOf(isNew ? plane : this.#merged(plane, mask, before, light > otherLight ? 1 : 0.5))
    return { news: this.#newsIn(mask), isNew }
  }

  /** Compares a keyframe with the scene and learns nothing; null before anything is known. */
  glance(luma: Uint8Array, least: number): KeyframeVerdict | null {
    if (this.#known === null) return null
    const { mask, share } = compare(planeOf(luma), this.#known, least)
    return { news: mask.map((value, at) => (this.#isQuietAt(at) ? value : 0)), isNew: share > newSceneShare }
  }

  /**
   * A check of these pixels, 1 for each, found nothing that moves: they are no news again while they go on to differ
   * now and then.
   */
  ignore(pixels: Uint8Array): void {
    for (let at = 0; at < pictureBytes; at += 1) if (pixels[at] === 1) this.#vain[at] = vainKeyframes
  }

  /** A clock in the picture, a flag, a screen: what differs again and again is no reason for a check. */
  #newsIn(mask: Uint8Array): Uint8Array {
    return mask.map((value, at) => {
      const isQuiet = this.#isQuietAt(at)
      const often = this.#restless[at] ?? 0
      this.#restless[at] = often + (value - often) * restlessWeight
      const vain = this.#vain[at] ?? 0
      if (vain > 0) this.#vain[at] = value === 1 ? vainKeyframes : vain - 1
      return isQuiet ? value : 0
    })
  }

  #isQuietAt(at: number): boolean {
    return (this.#restless[at] ?? 0) < restlessShare && this.#vain[at] === 0
  }

  /** What is as it was follows the light; what changed is taken over once it stays. */
  #merged(plane: Plane, mask: Uint8Array, before: Plane | null, share: number): Plane {
    const old = this.#known?.plane
    return plane.map((value, at) => {
      const was = old?.[at] ?? value
      if (mask[at] !== 1) return was + (value - was) * share
      const stays = before !== null && Math.abs(value - (before[at] ?? 0)) < alike
      return stays ? value : was
    })
  }
}
