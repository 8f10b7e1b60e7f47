import type { Tx } from '../platform/database/database.js'
import { notify } from '../platform/notify.js'
import { hasCompiledRules, insertJudgement } from './judgement.repository.js'

/**
 * Lets an event be judged by the compiled rules, in the transaction that stores what its analysis found. Twice for the
 * same run is once. An organisation without an active compiled rule gets no work.
 * @param run the version of the analysis: 1, 2, …
 */
export async function judgeEvent(tx: Tx, orgId: string, eventId: string, run: number): Promise<void> {
  if (!(await hasCompiledRules(tx, orgId))) return
  await insertJudgement(tx, orgId, eventId, run)
  await notify(tx, 'work', 'rule_judgements')
}
