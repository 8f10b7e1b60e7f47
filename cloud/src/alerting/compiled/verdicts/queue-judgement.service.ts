import type { Tx } from '../../../platform/database/handles.js'
import { notify } from '../../../platform/database/notify.js'
import { hasCompiledRules, insertJudgement } from './judgement.repository.js'

/**
 * Queues an event for the compiled rules, in the transaction that stores what its analysis found. Twice for the
 * same run is once. An organisation without an active compiled rule gets no work.
 * @param run the version of the analysis: 1, 2, …
 */
export async function queueJudgement(tx: Tx, orgId: string, eventId: string, run: number): Promise<void> {
  if (!(await hasCompiledRules(tx, orgId))) return
  await insertJudgement(tx, orgId, eventId, run)
  await notify(tx, 'work', 'rule_judgements')
}
