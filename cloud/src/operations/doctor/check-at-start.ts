import type { Config } from '../../platform/config.js'
import type { Log } from '../../platform/log.js'
import { checkMail, checkMediaStore } from './check-reach.js'

/**
 * Tries, once the service runs, what it can be without for a while: a bucket or a mail server that is down keeps nobody from signing in,
 * but one that was set wrongly should not be found out by the first clip or the first alert.
 */
export async function checkReachAtStart({ config, log }: { config: Config; log: Log }): Promise<void> {
  const checks = await Promise.all([
    ...(config.s3 === null ? [] : [checkMediaStore(config)]),
    ...(config.smtpUrl === null ? [] : [checkMail(config)]),
  ])
  for (const { name, state, says, todo } of checks)
    if (state === 'fail') log.warn({ check: name, says, todo }, 'start.check_failed')
}
