import type { ModelProvider, ModelPurpose } from '@sightline/protocol'
import type { z } from 'zod'

/** The models that organisations may ask, whichever provider has them. */
export interface Models extends AsyncDisposable {
  /** The camera's choice over the organisation's over the operator's, or why there is none. */
  choose(orgId: string, camera?: CameraModel): Promise<ChosenModel | NoModel>
  /**
   * Asks one question, with at most one repair of the answer. Waits for a free slot, fairly among organisations.
   * Never throws for what the provider does; hold no transaction or pooled client while it runs.
   */
  ask<T>(
    orgId: string,
    chosen: ChosenModel,
    question: ModelQuestion<T>,
    signal: AbortSignal,
  ): Promise<ModelOutcome<T>>
  /** What goes on now on this node, for metrics. */
  readonly figures: {
    /** Requests under way. */
    running(): number
    /** Questions that wait for a slot. */
    waiting(): number
    /** Endpoints that are left alone after many failures, counted by organisation. */
    paused(): number
  }
}

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
  /** The shape of the answer, an object. It is sent to the model as JSON Schema and checked here. */
  readonly answer: z.ZodType<T>
  /** Tokens that the answer may have, at least 1. */
  readonly maxOutputTokens: number
}

/**
 * The model that answers for an organisation's camera. Plain data without a key: address and key are looked up anew
 * with every question.
 */
export interface ChosenModel {
  readonly kind: 'chosen'
  readonly provider: ModelProvider
  readonly model: string
  /** Whose address, key and prices are used. */
  readonly account: 'organisation' | 'operator'
}

/** There is no model to ask. */
export interface NoModel {
  readonly kind: 'none'
  /** A sentence for people, which says what to do. */
  readonly reason: string
}

/** What a question took, its repair and its repeats included. */
export interface ModelUsage {
  readonly provider: ModelProvider
  readonly model: string
  /** Requests that were sent. */
  readonly calls: number
  /** null: the provider did not say. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** US dollars; null: no price is set, or the provider counted no tokens. */
  readonly cost: number | null
  /** Milliseconds from the question to its end, waits and pauses included. */
  readonly latencyMs: number
}

/**
 * Why there is no answer.
 * `timeout`: none in time. `rate_limited`: limited or overloaded to the end. `unreachable`: no connection, or it broke, or 5xx to the end.
 * `rejected`: the provider took the request for wrong (400, 401, 403, 404), or its key or address cannot be used.
 * `refused`: the model declined. `cut_off`: the answer met the token limit. `too_large`: it met the size limit.
 * `malformed`: no JSON of the schema, also after the repair. `busy`: too many wait already. `paused`: after many
 * failures in a row this address is left alone for a while. `spent`: what the organisation may take of the operator's
 * models today is taken. `aborted`: the caller gave up.
 */
export type ModelFault =
  | 'timeout'
  | 'rate_limited'
  | 'unreachable'
  | 'rejected'
  | 'refused'
  | 'cut_off'
  | 'too_large'
  | 'malformed'
  | 'busy'
  | 'paused'
  | 'spent'
  | 'aborted'

interface ModelAnswered<T> {
  readonly kind: 'answered'
  readonly value: T
  readonly usage: ModelUsage
}

export interface ModelFailed {
  readonly kind: 'failed'
  readonly fault: ModelFault
  /** A sentence for people. It holds nothing of the question, of the answer or of a key. */
  readonly reason: string
  /** True: the same question later may well be answered. */
  readonly again: boolean
  readonly usage: ModelUsage
}

/** What became of a question. Asking never throws for what a provider or the network does. */
export type ModelOutcome<T> = ModelAnswered<T> | ModelFailed

/** What a camera sets beside its organisation (`ai_provider_override`, `ai_model_override`). */
export interface CameraModel {
  readonly provider: string | null
  readonly model: string | null
}
