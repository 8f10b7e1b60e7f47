import type { ModelPurpose } from '@sightline/protocol'
import type { z } from 'zod'

/** A picture as it goes to the model: a JPEG of `width` by `height` pixels. */
export interface ModelPicture {
  readonly jpeg: Uint8Array
  readonly width: number
  readonly height: number
  /** Names the picture to the model, such as `Picture 2, 3.5 s`. Ours only, never a person's text. */
  readonly label: string
}

/** One question to a model, answered by a value of `answer`. */
export interface ModelQuestion<T> {
  /** The ledger counts by it. */
  readonly purpose: ModelPurpose
  /** The event that the tokens are counted for; null: none. */
  readonly eventId: string | null
  /** Our own words only. What people or cameras wrote goes into `content`, fenced (`fenced`). */
  readonly instructions: string
  /** Texts and pictures, in the order in which the model gets them. */
  readonly content: readonly (string | ModelPicture)[]
  /** The shape of the answer, an object. It is told to the model as JSON Schema and checked here. */
  readonly answer: z.ZodType<T>
  /** Tokens that the answer may have, at least 1. */
  readonly maxOutputTokens: number
}
