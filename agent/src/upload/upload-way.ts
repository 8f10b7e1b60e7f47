import type { UploadObstacle } from '@sightline/protocol'
import type { ForeignAnswer } from '../platform/foreign-answer.js'
import { partSizeText } from './part-size.js'

/** What on the way keeps parts from getting through as they are. */
export interface WayObstacle {
  readonly facts: UploadObstacle
  /** In words for a person: who can mend it is at the site, or runs the proxy. */
  readonly says: string
}

/** An answer in place of the cloud's, and what to say of it. */
interface Refusal {
  readonly by: ForeignAnswer
  readonly reason: string
}

/** What is known of the way that parts take. */
export class UploadWay {
  /** Nothing gets through now. */
  #blocked: Refusal | null = null
  /** What the last part that was too large met. */
  #tooLarge: Refusal | null = null

  /** A part was too large; smaller ones are tried. */
  refused(refusal: Refusal): void {
    this.#tooLarge = refusal
  }

  /** Something answered in place of the cloud. */
  blocked(refusal: Refusal): void {
    this.#blocked = refusal
  }

  /** A file got through. */
  passed(): void {
    this.#blocked = null
  }

  /** @param limit the most bytes of a part; null: as many as the cloud asks for */
  obstacle(limit: number | null): WayObstacle | null {
    if (this.#blocked) {
      const { by, reason } = this.#blocked
      return { facts: { ...by, part_bytes: null }, says: reason }
    }
    if (limit === null || !this.#tooLarge) return null
    const { by, reason } = this.#tooLarge
    const says = `sent in parts of ${partSizeText(limit)}, for larger ones did not get through: ${reason}`
    return { facts: { ...by, part_bytes: limit }, says }
  }
}
