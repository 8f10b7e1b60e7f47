import type { AiUsage } from '@sightline/protocol'
import type { Config } from '../../platform/config.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import type { Platform } from '../../platform/platform.js'
import type { ChosenModel } from './model.service.js'
import { sumOperatorCallsOfToday } from './model-call.repository.js'

export type CeilingDeps = Pick<Platform, 'database'> & {
  readonly config: Pick<Config, 'aiCeiling'>
}

/**
 * What an organisation took today of the operator's models, and what it may. Days are those of UTC, by PostgreSQL's clock: one
 * that could be chosen, or that a node is ahead of, could be begun anew.
 */
export async function operatorToday(
  { database, config }: CeilingDeps,
  orgId: string,
): Promise<AiUsage['operator_today']> {
  const { tokens, usd, resetsAt } = await sumOperatorCallsOfToday(database.forOrg(orgId), orgId)
  const ceiling = config.aiCeiling
  return {
    tokens,
    max_tokens: ceiling.tokens,
    cost_usd: usd,
    max_cost_usd: ceiling.usd,
    spent: tokens >= ceiling.tokens || (ceiling.usd !== null && usd >= ceiling.usd),
    resets_at: toTimestamp(resetsAt),
  }
}

/**
 * Why the operator's models are not asked any more today for an organisation, as a sentence; null if they may be. What
 * is under way when it is asked counts when it ends, so that a day may go over by the questions of one moment.
 */
export async function ceilingReason(
  deps: CeilingDeps,
  orgId: string,
  { account }: Pick<ChosenModel, 'account'>,
): Promise<string | null> {
  if (account !== 'operator') return null
  const { spent, max_tokens, max_cost_usd, resets_at } = await operatorToday(deps, orgId)
  if (!spent) return null
  const ceilings = [`${max_tokens} tokens`, ...(max_cost_usd === null ? [] : [`${max_cost_usd} US dollars`])]
  return `what the organisation may take of this service's models in a day (${ceilings.join(' or ')}) is taken; it begins anew at ${resets_at}`
}
