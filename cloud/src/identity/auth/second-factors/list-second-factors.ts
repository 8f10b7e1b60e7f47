import type { SecondFactor, SecondFactors } from '@sightline/protocol'
import type { Db } from '../../../platform/database/handles.js'
import { toTimestamp, toTimestampOrNull } from '../../../platform/database/parsing.js'
import { requiresSecondFactor } from '../../organisation/organisation.service.js'
import type { AccountRef } from '../auth.repository.js'
import { listPasskeys } from './passkeys/passkey.repository.js'
import { passkeySite } from './passkeys/passkey-site.js'
import { countRecoveryCodes, listTotpSecrets } from './second-factor.repository.js'

/** The second factors of a person that count, and how many recovery codes are left. */
export async function listSecondFactorsOf(
  db: Db,
  account: AccountRef,
  publicUrl: string,
): Promise<SecondFactors> {
  const data = (await listFactors(db, account)).map(toSecondFactor)
  return {
    data,
    total: data.length,
    recovery_codes_left: await countRecoveryCodes(db, account),
    required: await requiresSecondFactor(db, account.orgId),
    passkey_origin: passkeySite(publicUrl)?.origin ?? null,
  }
}

/** A second factor of either kind. */
export interface FactorRow {
  readonly id: string
  readonly kind: SecondFactor['kind']
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

/** All second factors of a person that count, oldest first. */
export async function listFactors(db: Db, account: AccountRef): Promise<FactorRow[]> {
  const apps = (await listTotpSecrets(db, account)).map((row) => ({ ...row, kind: 'totp' as const }))
  const passkeys = (await listPasskeys(db, account)).map((row) => ({ ...row, kind: 'passkey' as const }))
  return [...apps, ...passkeys].toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

export function toSecondFactor(row: FactorRow): SecondFactor {
  const { id, kind, name, created_at, last_used_at } = row
  return {
    id,
    kind,
    name,
    created_at: toTimestamp(created_at),
    last_used_at: toTimestampOrNull(last_used_at),
  }
}
