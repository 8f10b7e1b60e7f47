import type { LoginRequest } from '@sightline/protocol'
import type { UserRow } from '../../users/user.table.js'
import { type AccountRef, findUser, listAccountsOf } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'

/** Accounts of one address whose passwords are tried at most. */
const accountsTried = 3

const nil = '00000000-0000-0000-0000-000000000000'
/** Stands for an address that has no account: it is asked for, in vain, so that the time reveals nothing. */
export const noAccount: AccountRef = { orgId: nil, userId: nil }

/** What a login names. */
export interface NamedAccounts {
  /** At least one: `noAccount`, if the address has no account. */
  readonly accounts: readonly [AccountRef, ...AccountRef[]]
  /** The account whose password it is; of several the one that was used last. */
  readonly user: UserRow | undefined
  /** The hash that its password is to have from now on; null: the one that it has. */
  readonly renewedHash: string | null
}

/** Finds whom address and password name. Three passwords at most are tried, and at least one hash is computed. */
export async function findAccount(
  { database, passwords }: Pick<AuthDeps, 'database' | 'passwords'>,
  { email, password, org_id: orgId }: Pick<LoginRequest, 'email' | 'password' | 'org_id'>,
): Promise<NamedAccounts> {
  const known = await listAccountsOf(database.lookup, email)
  const [first = noAccount, ...rest] = known.filter(
    (account) => orgId === undefined || account.orgId === orgId,
  )
  const accounts: NamedAccounts['accounts'] = [first, ...rest]
  const users: UserRow[] = []
  for (const account of accounts) {
    const user = await findUser(database.forOrg(account.orgId), account.orgId, account.userId)
    if (user?.password_hash) users.push(user)
  }
  const tried = users.toSorted(byLastUse).slice(0, accountsTried)
  if (tried.length === 0) await passwords.verifyNothing(password)
  let found: Pick<NamedAccounts, 'user' | 'renewedHash'> | undefined
  for (const user of tried) {
    const { isRight, renewed } = await passwords.verify(user.password_hash ?? '', password)
    if (isRight) found ??= { user, renewedHash: renewed }
  }
  return { accounts, user: undefined, renewedHash: null, ...found }
}

function byLastUse(a: UserRow, b: UserRow): number {
  return (b.last_used_at?.getTime() ?? 0) - (a.last_used_at?.getTime() ?? 0)
}
