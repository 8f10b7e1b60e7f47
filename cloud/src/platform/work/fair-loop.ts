import { claimFairly } from './fair-claim.repository.js'
import { OrgSlots } from './org-slots.js'
import { type ClaimedRow, WorkLoop, type WorkLoopOptions } from './work-loop.js'

interface FairLoopOptions extends Omit<WorkLoopOptions, 'claim' | 'perform'> {
  /** Rows of one organisation at work at once. */
  readonly perOrg: number
  readonly perform: (row: ClaimedRow, signal: AbortSignal) => Promise<void>
}

/**
 * A work loop in which no organisation takes the slots of another: rows are claimed organisation by organisation, and
 * of none more than `perOrg` are at work, however long each takes.
 */
export function fairLoop({ perOrg, perform, ...options }: FairLoopOptions): WorkLoop {
  const slots = new OrgSlots()
  return new WorkLoop({
    ...options,
    claim: async (claim) => {
      const { table } = options
      const claimed = await claimFairly(options.database.worker, {
        ...claim,
        table,
        perOrg,
        taken: slots.taken,
      })
      for (const row of claimed) slots.take(row)
      return claimed
    },
    perform: (row, signal) => perform(row, signal).finally(() => slots.release(row.id)),
  })
}
