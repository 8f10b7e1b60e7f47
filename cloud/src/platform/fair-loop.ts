import { type ClaimedRow, WorkLoop, type WorkLoopOptions } from './claim.js'
import { claimFairly } from './fair-claim.repository.js'
import { OrgPlaces } from './org-places.js'

export interface FairLoopOptions extends Omit<WorkLoopOptions, 'claim' | 'perform'> {
  /** Rows of one organisation at work at once. */
  readonly perOrg: number
  readonly perform: (row: ClaimedRow, signal: AbortSignal) => Promise<void>
}

/**
 * A work loop in which no organisation takes the places of another: rows are claimed organisation by organisation, and
 * of none more than `perOrg` are at work, however long each takes.
 */
export function fairLoop({ perOrg, perform, ...options }: FairLoopOptions): WorkLoop {
  const places = new OrgPlaces()
  return new WorkLoop({
    ...options,
    claim: async (claim) => {
      const { table } = options
      const claimed = await claimFairly(options.database.worker, {
        ...claim,
        table,
        perOrg,
        taken: places.taken,
      })
      for (const row of claimed) places.take(row)
      return claimed
    },
    perform: (row, signal) => perform(row, signal).finally(() => places.release(row.id)),
  })
}
