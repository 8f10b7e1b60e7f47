import type { ModelProvider } from '@sightline/protocol'

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
 * `timeout`: none in time. `rate_limited`: 429 to the end. `unreachable`: no connection, or it broke, or 5xx to the end.
 * `rejected`: the provider took the request for wrong (400, 401, 403, 404), or its key or address cannot be used.
 * `refused`: the model declined. `cut_off`: the answer met the token limit. `too_large`: it met the size limit.
 * `malformed`: no JSON of the schema, also after the repair. `busy`: too many wait already. `paused`: after many
 * failures in a row this address is left alone for a while. `aborted`: the caller gave up.
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
  | 'aborted'

export interface ModelAnswered<T> {
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
