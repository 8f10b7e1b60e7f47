import type { ModelProvider, ModelPurpose } from '@sightline/protocol'
import type { InstantDefaultNow, Nullable } from '../../platform/database/columns.js'
import type { ModelFault } from './model.service.js'

declare module '../../platform/database/tables.js' {
  interface TenantTables {
    model_calls: ModelCallTable
  }
}

/** A request to a model: the ledger of what models are asked and what that costs. Written once, never changed. */
export interface ModelCallTable {
  org_id: string
  id: string
  at: InstantDefaultNow
  purpose: ModelPurpose
  /** Null: of no event, or of one that is gone. */
  event_id: Nullable<string>
  provider: ModelProvider
  model: string
  account: 'organisation' | 'operator'
  /** Null: the provider did not say. */
  input_tokens: Nullable<number>
  output_tokens: Nullable<number>
  /** US dollars; null: no price was set, or no tokens were counted. */
  cost_usd: Nullable<number>
  latency_ms: number
  outcome: 'answered' | ModelFault
}
