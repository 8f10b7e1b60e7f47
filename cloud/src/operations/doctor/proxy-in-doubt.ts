import { type Check, fail, warn } from './check.js'

const sharing = 'all its callers share their limits, and the audit names the proxy'

/** What is wrong with how the proxy in front names its client, by what the service said of it (`AddressDoubt`); null for nothing. */
export function proxyInDoubt(name: string, base: string, doubt: string | null): Check | null {
  switch (doubt) {
    case 'unreadable':
      return fail(
        name,
        `${base} answers, but the proxy in front says in X-Forwarded-For, Forwarded or X-Real-IP who calls in a way that cannot be read: ${sharing}`,
        'have the proxy write the address of its client there, with or without a port',
      )
    case 'differing':
      return warn(
        name,
        `${base} answers, but X-Forwarded-For and Forwarded name two callers: the former counts, which may be what anybody claims`,
        'have the proxy write one of the two and take the other off what its clients send',
      )
    case 'unsaid':
      // By https something stands in front for certain; by http the service may have been asked itself.
      if (!base.startsWith('https:')) return null
      return fail(
        name,
        `${base} answers, but the proxy in front does not say who calls: ${sharing}`,
        'have the proxy write the address of its client into X-Forwarded-For',
      )
    default:
      return null
  }
}
