import type { AiUsage } from '@sightline/protocol'
import type { Config } from '../../platform/config.js'
import { toTimestamp } from '../../platform/database/parsing.js'
import type { Platform } from '../../platform/platform.js'
import type { ChosenModel } from './model.service.js'
import { sumOperatorCalls } from './model-call.repository.js'

export type CeilingDeps = Pick<Platform, 'database' | 'clock'> & {
  readonly config: Pick<Config, 'aiCeiling'>
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * What an organisation took today of the operator's models, and what it may. Days are those of UTC: one that could be
 * chosen could be begun anew.
 */
export async function operatorToday(
  { database, clock, config }: CeilingDeps,
  orgId: string,
): Promise<AiUsage['operator_today']> {
  const begun = Math.floor(clock.now() / dayMs) * dayMs
  const { tokens, usd } = await sumOperatorCalls(database.forOrg(orgId), orgId, new Date(begun))
  const ceiling = config.aiCeiling
  return {
    tokens,
    max_tokens: ceiling.tokens,
    cost_usd: usd,
    max_cost_usd: ceiling.usd,
    spent: tokens >= ceiling.tokens || (ceiling.usd !== null && usd >= ceiling.usd),
    resets_at: toTimestamp(new Date(begun + dayMs)),
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
