import type { Config } from '../../platform/config.js'
import { askedInVain } from '../../platform/database/database-url.js'
import { type Check, fail, ok, warn } from './check.js'

export function checkSettings({ databaseUrl, s3, smtpUrl }: Config): Check {
  const parts = [
    databaseUrl === null ? 'PostgreSQL of its own' : 'PostgreSQL at DATABASE_URL',
    s3 ? `media in the bucket ${s3.bucket}` : 'media as files',
    smtpUrl === null ? 'no e-mail' : 'e-mail',
  ]
  const inVain = databaseUrl === null ? [] : askedInVain(databaseUrl)
  if (inVain.length > 0)
    return warn(
      'settings',
      `DATABASE_URL asks for ${inVain.join(', ')}: each connection sets its own`,
      'take them out of DATABASE_URL',
    )
  return ok('settings', parts.join(', '))
}

/** Whose word about the address of callers is believed: limits and the audit log go by it. */
export function checkProxies({ trustedProxies, publicUrl }: Config): Check {
  const name = 'proxies'
  const everybody = trustedProxies.find((range) => range.endsWith('/0'))
  if (everybody !== undefined) {
    return fail(
      name,
      `TRUSTED_PROXIES holds ${everybody}: anybody can claim any address, and no limit by address holds`,
      'list the addresses of your proxies only',
    )
  }
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0) {
    return warn(
      name,
      'PUBLIC_URL is https, so a proxy stands in front, but TRUSTED_PROXIES lists none: all callers seem to have its address',
      'set TRUSTED_PROXIES to the address of the proxy',
    )
  }
  return ok(name, trustedProxies.length === 0 ? 'none' : trustedProxies.join(', '))
}
