import type { UserCaller } from '../../../../platform/caller.js'
import { notify } from '../../../../platform/database/notify.js'
import { missing } from '../../../../platform/errors.js'
import type { Platform } from '../../../../platform/platform.js'
import { requireToken } from '../../../../platform/rate-limit/token-bucket.js'
import { listLiveSubscriptions } from '../subscriptions/push-subscription.repository.js'
import { insertTestPushes } from './queue-push.repository.js'

/**
 * Puts a test on its way to one of the caller's browsers.
 * @throws AppError missing if it is not the caller's own; rate_limited
 */
export async function testPush(
  { database, config, clock }: Pick<Platform, 'database' | 'config' | 'clock'>,
  caller: UserCaller,
  id: string,
): Promise<{ message: string }> {
  const { orgId, userId } = caller
  const own = await listLiveSubscriptions(database.forOrg(orgId), caller, new Date(clock.now()))
  const subscription = own.find((one) => one.id === id)
  if (!subscription) throw missing('push subscription')
  const bucket = { key: `push-test:${orgId}`, perMinute: config.testsPerMinute }
  await requireToken(database.lookup, bucket, 'too many test messages in this organisation; wait a moment')
  await database.inOrg(orgId, async (tx) => {
    await insertTestPushes(tx, [{ org_id: orgId, user_id: userId, rule_id: null, subscription_id: id }])
    await notify(tx, 'work', 'outgoing_pushes')
  })
  return { message: `a test is on its way to ${subscription.service}` }
}
