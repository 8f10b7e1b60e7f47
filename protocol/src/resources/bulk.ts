import { z } from 'zod'
import { Id } from './common.js'

/** Resources that one request may name. */
export const bulkAtMost = 500

/** Body of a request that does the same to each of several resources. */
export const BulkIds = z.object({
  ids: z
    .array(Id)
    .min(1)
    .max(bulkAtMost)
    .describe(`1 to ${bulkAtMost}; one that is named twice is done once`),
})

export const BulkOutcome = z
  .enum(['done', 'not_found', 'forbidden'])
  .describe(
    '`done`: it is so now, or was already; `not_found`: there is none in the organisation; `forbidden`: of another site than the ' +
      "caller's",
  )

/** What became of each, in the order of the request. */
export const BulkAnswer = z
  .object({ data: z.array(z.object({ id: Id, outcome: BulkOutcome })), total: z.number().int().min(0) })
  .meta({ id: 'BulkAnswer' })

export type BulkAnswer = z.infer<typeof BulkAnswer>
export type BulkOutcome = z.infer<typeof BulkOutcome>
