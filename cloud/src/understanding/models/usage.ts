import type { Price } from './account.js'
import type { ChosenModel, ModelUsage } from './model.service.js'

/** What one request took. */
export interface CallTokens {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** US dollars; null without a price, or without both counts. */
export function costOf(price: Price | null, { inputTokens, outputTokens }: CallTokens): number | null {
  if (price === null || inputTokens === null || outputTokens === null) return null
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000
}

/** Adds up what a question takes. */
export class UsageCount {
  readonly #chosen: ChosenModel
  #calls = 0
  #inputTokens: number | null = null
  #outputTokens: number | null = null
  #cost: number | null = null

  constructor(chosen: ChosenModel) {
    this.#chosen = chosen
  }

  add({ inputTokens, outputTokens }: CallTokens, cost: number | null): void {
    this.#calls += 1
    this.#inputTokens = sum(this.#inputTokens, inputTokens)
    this.#outputTokens = sum(this.#outputTokens, outputTokens)
    this.#cost = sum(this.#cost, cost)
  }

  total(latencyMs: number): ModelUsage {
    const { provider, model } = this.#chosen
    return {
      provider,
      model,
      calls: this.#calls,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      cost: this.#cost,
      latencyMs: Math.round(latencyMs),
    }
  }
}

const sum = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b)
