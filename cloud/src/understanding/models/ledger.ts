import { uuidv7 } from 'uuidv7'
import type { Platform } from '../../platform/platform.js'
import type { ChosenModel, ModelFault, ModelQuestion } from './model.service.js'
import { insertModelCall } from './model-call.repository.js'
import type { CallTokens } from './usage.js'

export type LedgerDeps = Pick<Platform, 'database' | 'log' | 'metrics'>

/** A request to a model as the ledger keeps it. */
interface RecordedCall extends CallTokens {
  readonly chosen: ChosenModel
  readonly question: Pick<ModelQuestion<unknown>, 'purpose' | 'eventId'>
  readonly cost: number | null
  readonly latencyMs: number
  readonly outcome: 'answered' | ModelFault
}

/** Counts a call and writes it down. An answer is worth more than its row: one that cannot be written is logged. */
export async function recordCall(
  { database, log, metrics }: LedgerDeps,
  orgId: string,
  call: RecordedCall,
): Promise<void> {
  const { chosen, question, inputTokens, outputTokens, outcome } = call
  const { provider, model, account } = chosen
  const { purpose, eventId } = question
  metrics.modelCalls.inc({ provider, purpose, outcome })
  metrics.modelSeconds.observe({ provider, purpose }, call.latencyMs / 1000)
  metrics.modelTokens.inc({ provider, direction: 'input' }, inputTokens ?? 0)
  metrics.modelTokens.inc({ provider, direction: 'output' }, outputTokens ?? 0)
  const row = {
    org_id: orgId,
    id: uuidv7(),
    purpose,
    event_id: eventId,
    provider,
    model,
    account,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_usd: call.cost,
    latency_ms: Math.round(call.latencyMs),
    outcome,
  }
  log.debug({ orgId, eventId, provider, model, purpose, outcome, latencyMs: row.latency_ms }, 'model.called')
  try {
    await insertModelCall(database.forOrg(orgId), row)
  } catch (error) {
    log.error({ err: error, orgId, eventId, purpose, outcome }, 'model.call_not_written')
  }
}
