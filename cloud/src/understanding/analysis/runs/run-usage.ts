import type { ModelUsage } from '../../models/model.service.js'

/** What several questions took together. A sum of which a part is not known is not known. */
export function sumUsages(usages: readonly ModelUsage[]) {
  const asked = usages.filter(({ calls }) => calls > 0)
  const known = (values: readonly (number | null)[]): number | null =>
    values.length > 0 && values.every((value) => value !== null)
      ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
      : null
  return {
    calls: asked.reduce((sum, { calls }) => sum + calls, 0),
    input_tokens: known(asked.map(({ inputTokens }) => inputTokens)),
    output_tokens: known(asked.map(({ outputTokens }) => outputTokens)),
    cost: known(asked.map(({ cost }) => cost)),
    model_ms:
      asked.length === 0 ? null : Math.round(asked.reduce((sum, { latencyMs }) => sum + latencyMs, 0)),
  }
}
