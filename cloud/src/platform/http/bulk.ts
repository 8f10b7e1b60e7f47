import type { BulkAnswer, BulkOutcome } from '@sightline/protocol'
import { AppError } from '../errors.js'

/** What the OpenAPI document says of every route that does something to several resources. */
export const bulkDescription =
  'Each is done by itself and has its own outcome. If the service fails on the way (503), some are done and the rest ' +
  'are not; the same request again does the rest.'

/**
 * Does the same to each of several resources, one after the other and each in a transaction of its own: so nobody waits
 * for hundreds of locks at once, and one that is refused holds back no other.
 *
 * @param deed must be repeatable: what is so already stays as it is
 * @throws whatever `deed` throws, but for what is missing or forbidden, which becomes the outcome of this one
 */
export async function doEach(
  ids: readonly string[],
  deed: (id: string) => Promise<unknown>,
): Promise<BulkAnswer> {
  const data: BulkAnswer['data'] = []
  for (const id of new Set(ids)) data.push({ id, outcome: await outcomeOf(deed(id)) })
  return { data, total: data.length }
}

async function outcomeOf(done: Promise<unknown>): Promise<BulkOutcome> {
  try {
    await done
    return 'done'
  } catch (error) {
    if (error instanceof AppError && error.kind === 'missing') return 'not_found'
    if (error instanceof AppError && error.kind === 'forbidden') return 'forbidden'
    throw error
  }
}
