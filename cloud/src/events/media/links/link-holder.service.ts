import type { Caller } from '../../../platform/caller.js'

/**
 * To whom a link was given, by id: a share, whose end ends the link, or who was signed in, so that the audit can say who
 * fetched a clip.
 */
export type LinkHolder = `${'share' | 'user' | 'service_account'}.${string}`

export function holderOf(caller: Caller): LinkHolder {
  return caller.kind === 'user' ? `user.${caller.userId}` : `service_account.${caller.serviceAccountId}`
}
