import type { ServiceAccountCaller } from '../../platform/caller.js'
import { sitesInScope } from '../../platform/caller.js'
import type { Database } from '../../platform/database/database.js'
import { AppError, rateLimited } from '../../platform/errors.js'
import type { Authenticated, Origin } from '../../platform/http/authenticator.js'
import { prefixOfApiKey } from '../../platform/secrets/api-key.js'
import { hashOfSecret, isSecret } from '../../platform/secrets/secret-token.js'
import {
  type CallingAccount,
  callAsAccount,
  findKeyByPrefix,
  findTokens,
  type KnownKey,
} from './service-account-call.repository.js'

/** Calls of a service account at once, and as many a minute (interface: Limits). */
const bucketSize = 600
/** Proved keys remembered at most. */
const most = 10_000

/**
 * Finds which service account calls. That a key is the right one is proved once a process and remembered by the key's
 * hash: a key never belongs to another account. Whether it is still in force, the role, the sites and the bucket are
 * asked with every call.
 */
export class ServiceAccountCalls {
  readonly #database: Database
  readonly #proved = new Map<string, KnownKey>()

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws AppError key_refused for a key that is unknown, revoked or of a disabled account; rate_limited. */
  async callerOf(
    key: string,
    origin: Origin,
  ): Promise<Required<Authenticated> & { readonly caller: ServiceAccountCaller }> {
    const known = await this.#prove(key)
    if (!known) throw notInForce()
    const db = this.#database.forOrg(known.orgId)
    const account = await callAsAccount(db, known, bucketSize)
    if (!account) throw refusal(await findTokens(db, known, bucketSize))
    const { left } = account
    const allowance = {
      limit: bucketSize,
      remaining: Math.floor(left),
      fullInSec: secondsFor(bucketSize - left),
    }
    return { caller: asAccountCaller(known, account, origin), allowance }
  }

  async #prove(key: string): Promise<KnownKey | undefined> {
    const prefix = prefixOfApiKey('sa', key)
    if (prefix === null) return undefined
    const hash = hashOfSecret(key).toString('base64')
    const proved = this.#proved.get(hash)
    if (proved) return proved
    const found = await findKeyByPrefix(this.#database, prefix)
    if (!found || !isSecret(key, found.sha256)) return undefined
    const { orgId, keyId, accountId } = found
    if (this.#proved.size >= most) this.#proved.clear()
    this.#proved.set(hash, { orgId, keyId, accountId })
    return { orgId, keyId, accountId }
  }
}

/** The account as a caller. */
export function asAccountCaller(
  { orgId, keyId, accountId }: KnownKey,
  { name, role, site_ids: siteIds }: Pick<CallingAccount, 'name' | 'role' | 'site_ids'>,
  origin: Origin,
): ServiceAccountCaller {
  return {
    kind: 'service_account',
    orgId,
    serviceAccountId: accountId,
    keyId,
    role,
    siteIds: sitesInScope(role, siteIds),
    actor: { kind: 'service_account', id: accountId, name, ...origin },
  }
}

const notInForce = (): AppError => new AppError('key_refused', 'this API key is not known, or is disabled')

/** @param tokens what is left of the bucket; undefined if the key is not in force */
function refusal(tokens: number | undefined): AppError {
  if (tokens === undefined) return notInForce()
  return rateLimited('this API key calls more than 600 times a minute; wait before the next call', {
    limit: bucketSize,
    remaining: 0,
    retryAfterSec: Math.max(1, secondsFor(1 - tokens)),
  })
}

/** Seconds in which so many tokens come back. */
const secondsFor = (tokens: number): number => Math.ceil((tokens * 60) / bucketSize)
