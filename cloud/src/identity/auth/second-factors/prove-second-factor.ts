import type { SecondFactorMethod, SecondFactorProof } from '@sightline/protocol'
import type { Tx } from '../../../platform/database/handles.js'
import type { AppError } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import { recordAudit } from '../../audit/audit.service.js'
import { requiresSecondFactor } from '../../organisation/organisation.service.js'
import type { UserRow } from '../../users/user.table.js'
import { type AccountRef, actorOf } from '../auth.repository.js'
import type { AuthDeps } from '../auth-deps.js'
import { afterFailure, isLocked, type LoginFailures } from '../login/lockout.js'
import { codesOf, forgiveFailures, moveFailures } from '../login/login-failure.repository.js'
import { accountLocked } from '../login/refuse-login.js'
import { type Lack, lackingProof, type Offer } from './lacking-proof.js'
import { askForPasskey, holdPasskey } from './passkeys/hold-passkey.js'
import { listPasskeys, type PasskeyRow } from './passkeys/passkey.repository.js'
import { type PasskeySite, passkeySite } from './passkeys/passkey-site.js'
import { hashOfRecoveryCode } from './recovery-code.js'
import {
  countRecoveryCodes,
  listTotpSecrets,
  refusePeriod,
  type TotpSecretRow,
  takePeriod,
  takeRecoveryCode,
} from './second-factor.repository.js'
import { totpContext } from './set-up-totp.js'
import { judgeCode } from './totp.js'

type ProvingDeps = Pick<AuthDeps, 'secretBox' | 'publicUrl'>

/** What a person has to prove themselves by, and the site of the service. */
interface Own {
  readonly account: AccountRef
  readonly secrets: readonly TotpSecretRow[]
  readonly passkeys: readonly PasskeyRow[]
  readonly site: PasskeySite | null
}

/** Whether somebody whose password is right may come in. */
export type Judged =
  /** They have no second factor, and none is asked for. */
  | { readonly kind: 'none' }
  /** They have none, and their organisation asks for one. */
  | { readonly kind: 'to_set_up' }
  | { readonly kind: 'proved'; readonly by: SecondFactorMethod }
  /** `isFailure`: something wrong was sent, not nothing. */
  | { readonly kind: 'refused'; readonly error: AppError; readonly isFailure: boolean }

/** A sign-in with the right password. */
export interface Proving {
  readonly user: UserRow
  readonly proof: SecondFactorProof | undefined
  /** Wrong codes of the person so far, locked where a proof came. */
  readonly failures: LoginFailures | undefined
  readonly origin: Origin
  readonly now: Date
}

/**
 * Holds the second factor of a sign-in against those of the person, in the transaction that opens the session: what is taken is
 * taken once, on whichever node. Five wrong ones in 15 minutes lock it, by a count of their own that no new password clears.
 */
export async function proveSecondFactor(deps: ProvingDeps, tx: Tx, proving: Proving): Promise<Judged> {
  const { user, proof, failures, now } = proving
  const account = { orgId: user.org_id, userId: user.id }
  const secrets = await listTotpSecrets(tx, account)
  const passkeys = await listPasskeys(tx, account)
  if (secrets.length + passkeys.length === 0)
    return (await requiresSecondFactor(tx, user.org_id)) ? { kind: 'to_set_up' } : { kind: 'none' }
  if (isLocked(failures, now)) return { kind: 'refused', error: accountLocked(), isFailure: true }
  const own: Own = { account, secrets, passkeys, site: passkeySite(deps.publicUrl()) }
  if (!proof) return refused({ problem: 'missing' }, await offerOf(tx, own, now), false)
  const found = await hold(deps, tx, own, proving)
  if ('by' in found) {
    await forgiveFailures(tx, codesOf(user.id))
    return { kind: 'proved', by: found.by }
  }
  return noteWrong(tx, proving, own, found)
}

function hold(
  deps: ProvingDeps,
  tx: Tx,
  { account, secrets, passkeys, site }: Own,
  { proof, now }: Proving,
): Promise<{ by: SecondFactorMethod } | Lack> {
  if (proof?.code !== undefined) return holdCode(deps, tx, secrets, { code: proof.code, now })
  if (proof?.passkey !== undefined)
    return site === null
      ? Promise.resolve({ problem: 'wrong' })
      : holdPasskey(tx, account, { passkeys, site, response: proof.passkey, now })
  return holdRecoveryCode(tx, account, { hash: hashOfRecoveryCode(proof?.recovery_code ?? ''), at: now })
}

async function holdRecoveryCode(
  tx: Tx,
  account: AccountRef,
  given: { hash: Buffer; at: Date },
): Promise<{ by: SecondFactorMethod } | Lack> {
  return (await takeRecoveryCode(tx, account, given)) ? { by: 'recovery_code' } : { problem: 'wrong' }
}

async function holdCode(
  { secretBox }: Pick<ProvingDeps, 'secretBox'>,
  tx: Tx,
  secrets: readonly TotpSecretRow[],
  { code, now }: { code: string; now: Date },
): Promise<{ by: SecondFactorMethod } | Lack> {
  let lack: Lack = { problem: 'wrong' }
  for (const { org_id: orgId, id, secret: bytes, secret_key_id: keyId } of secrets) {
    const verdict = judgeCode(secretBox.open({ bytes, keyId }, totpContext(orgId, id)), code, now.getTime())
    if (verdict.kind === 'right') {
      if (await takePeriod(tx, orgId, id, { period: verdict.period, at: now })) return { by: 'totp' }
      lack = { problem: 'used' }
    } else if (verdict.kind === 'other_time') {
      await refusePeriod(tx, orgId, id, verdict.period)
      lack = { problem: 'clock', aheadSec: verdict.aheadSec }
    }
  }
  return lack
}

async function noteWrong(tx: Tx, { user, origin, now }: Proving, own: Own, lack: Lack): Promise<Judged> {
  const orgId = user.org_id
  const failures = await moveFailures(tx, codesOf(user.id), (known) => afterFailure(known, now), now)
  const locked = isLocked(failures, now)
  await recordAudit(tx, { orgId, actor: actorOf(user, origin) }, 'auth.login_failed', {
    target: { kind: 'user', id: user.id },
    data: { second_factor: lack.problem, locked },
  })
  if (locked) return { kind: 'refused', error: accountLocked(), isFailure: true }
  return refused(lack, await offerOf(tx, own, now), true)
}

const refused = (lack: Lack, offer: Offer, isFailure: boolean): Judged => ({
  kind: 'refused',
  error: lackingProof(lack, offer),
  isFailure,
})

/** What this person may send, with a question for their passkeys. */
async function offerOf(tx: Tx, { account, secrets, passkeys, site }: Own, now: Date): Promise<Offer> {
  const methods: SecondFactorMethod[] = secrets.length > 0 ? ['totp'] : []
  const asked = passkeys.length > 0 && site !== null
  if (asked) methods.push('passkey')
  if ((await countRecoveryCodes(tx, account)) > 0) methods.push('recovery_code')
  return asked ? { methods, passkey: await askForPasskey(tx, account, { passkeys, site, now }) } : { methods }
}
