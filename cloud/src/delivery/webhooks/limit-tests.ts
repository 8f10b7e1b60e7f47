import type { Caller } from '../../platform/caller.js'
import type { Platform } from '../../platform/platform.js'
import { requireToken } from '../../platform/rate-limit/token-bucket.js'

/**
 * What people send to a receiver by request, tests and redeliveries: so many a minute an organisation, over all nodes.
 * @throws AppError rate_limited
 */
export async function limitTests(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  { orgId }: Pick<Caller, 'orgId'>,
): Promise<void> {
  const bucket = { key: `webhook-test:${orgId}`, perMinute: config.testsPerMinute }
  await requireToken(database.lookup, bucket, 'too many test deliveries in this organisation; wait a moment')
}
