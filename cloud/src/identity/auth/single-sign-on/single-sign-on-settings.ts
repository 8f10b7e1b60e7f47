import type { SingleSignOn, SingleSignOnPut, SingleSignOnTested } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import type { Caller } from '../../../platform/caller.js'
import type { Db, Tx } from '../../../platform/database/handles.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { invalidField } from '../../../platform/errors.js'
import type { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../platform/platform.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import type { SecretContext } from '../../../platform/secrets/secret-box.js'
import { recordAudit } from '../../audit/audit.service.js'
import { lockOrganisation } from '../../organisation/organisation.service.js'
import { requireSites } from '../../sites/site.service.js'
import { findUser } from '../auth.repository.js'
import { revokeSessions } from '../sessions/session.service.js'
import { describeIssuer } from './issuer-client.js'
import { listUserIdsOfIssuer } from './sign-in-identity.repository.js'
import { SignInRefused } from './sign-in-problem.js'
import { redirectUrlOf, signInUrlOf } from './sign-in-urls.js'
import {
  deleteSingleSignOn,
  findSingleSignOn,
  listSignInGroups,
  replaceSignInGroups,
  type SingleSignOnRow,
  saveSingleSignOn,
} from './single-sign-on.repository.js'

type SettingsDeps = Pick<Platform, 'database' | 'clock' | 'secretBox' | 'config' | 'publicUrl'> & {
  readonly outbound: Pick<OutboundHttp, 'refusal' | 'fetch'>
}

const changed = { kind: 'organisation' }

/** Where the secret of a setting stands. */
export const secretContext = (orgId: string, rowId: string): SecretContext => ({
  orgId,
  rowId,
  field: 'single_sign_on.client_secret',
})

/** The issuer of the caller's organisation, and what has to be registered there. */
export async function getSingleSignOn(
  { database, publicUrl }: Pick<SettingsDeps, 'database' | 'publicUrl'>,
  { orgId }: Caller,
): Promise<SingleSignOn> {
  const db = database.forOrg(orgId)
  return show(db, orgId, publicUrl(), await findSingleSignOn(db, orgId))
}

/**
 * Sets the issuer in place of the one before. Who came in by another one, or by this one that is switched off, is signed out.
 * @throws AppError invalid for an issuer that may not be reached; missing for a site of another organisation
 */
export async function putSingleSignOn(
  deps: SettingsDeps,
  caller: Caller,
  body: SingleSignOnPut,
): Promise<SingleSignOn> {
  const { orgId } = caller
  const refusal = await deps.outbound.refusal(body.issuer)
  if (refusal !== null) throw invalidField('issuer', refusal)
  return deps.database.inOrg(orgId, async (tx) => {
    await lockOrganisation(tx, orgId)
    const before = await findSingleSignOn(tx, orgId)
    const siteIds = [...new Set(body.groups.flatMap(({ site_ids }) => site_ids))]
    await requireSites(tx, orgId, siteIds)
    const id = before?.id ?? uuidv7()
    const { groups, client_secret: _, ...columns } = body
    const row = await saveSingleSignOn(tx, {
      org_id: orgId,
      id,
      ...columns,
      ...secretOf(deps, { orgId, id }, before, body),
      updated_at: new Date(deps.clock.now()),
    })
    const rows = groups.map(({ group, role, site_ids }) => ({
      name: group,
      role,
      site_ids: role === 'viewer' ? site_ids : [],
    }))
    await replaceSignInGroups(tx, orgId, rows)
    if (before && !isSame(before, row)) await endSessionsOf(tx, before)
    await recordAudit(tx, caller, 'organisation.single_sign_on_set', {
      target: { ...changed, id: orgId },
      data: { ...columns, groups, client_secret: deedOf(body) },
    })
    return show(tx, orgId, deps.publicUrl(), row)
  })
}

/** Forgets the issuer: people sign in by password alone, and who came in by it is signed out. Twice changes nothing more. */
export async function removeSingleSignOn(
  { database }: Pick<SettingsDeps, 'database'>,
  caller: Caller,
): Promise<void> {
  const { orgId } = caller
  await database.inOrg(orgId, async (tx) => {
    await lockOrganisation(tx, orgId)
    const before = await findSingleSignOn(tx, orgId)
    if (!before) return
    await deleteSingleSignOn(tx, orgId)
    await endSessionsOf(tx, before)
    const data = { issuer: before.issuer }
    await recordAudit(tx, caller, 'organisation.single_sign_on_removed', {
      target: { ...changed, id: orgId },
      data,
    })
  })
}

/**
 * Asks an issuer what it says of itself.
 * @throws AppError rate_limited
 */
export async function testSingleSignOn(
  { database, config, outbound }: Pick<SettingsDeps, 'database' | 'config' | 'outbound'>,
  { orgId }: Caller,
  issuer: string,
): Promise<SingleSignOnTested> {
  const bucket = { key: `single-sign-on-test:${orgId}`, perMinute: config.testsPerMinute }
  await requireToken(database.lookup, bucket, 'you tested the issuer too often; wait a moment')
  try {
    const { authorizationEndpoint, scopes, claims } = await describeIssuer(outbound, issuer)
    const lists = { scopes: [...scopes], claims: [...claims] }
    return { problem: null, authorization_endpoint: authorizationEndpoint, ...lists }
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error
    return { problem: error.message, authorization_endpoint: null, scopes: [], claims: [] }
  }
}

/** The same issuer, which still lets people in. */
const isSame = (before: SingleSignOnRow, after: SingleSignOnRow): boolean =>
  after.enabled && before.issuer === after.issuer && before.client_id === after.client_id

/** Signs out whoever came in by an issuer. An owner has another way in. */
async function endSessionsOf(tx: Tx, { org_id: orgId, issuer }: SingleSignOnRow): Promise<void> {
  for (const userId of await listUserIdsOfIssuer(tx, orgId, issuer)) {
    const user = await findUser(tx, orgId, userId)
    if (user && user.role !== 'owner')
      await revokeSessions(tx, { orgId, userId, reason: 'single_sign_on_changed' })
  }
}

/** A stored secret goes to the issuer and client that it was given for, and to no other. */
function secretOf(
  { secretBox }: Pick<SettingsDeps, 'secretBox'>,
  { orgId, id }: { orgId: string; id: string },
  before: SingleSignOnRow | undefined,
  { client_secret: secret, issuer, client_id }: SingleSignOnPut,
): Pick<SingleSignOnRow, 'client_secret' | 'client_secret_key_id'> {
  if (typeof secret === 'string') {
    const { bytes, keyId } = secretBox.seal(secret, secretContext(orgId, id))
    return { client_secret: bytes, client_secret_key_id: keyId }
  }
  const stays = secret === undefined && before?.issuer === issuer && before.client_id === client_id
  if (stays && before) {
    const { client_secret, client_secret_key_id } = before
    return { client_secret, client_secret_key_id }
  }
  return { client_secret: null, client_secret_key_id: null }
}

/** For the audit: what became of the secret, and nothing of it. */
function deedOf({ client_secret: secret }: SingleSignOnPut): 'stored' | 'forgotten' | 'kept' {
  if (secret === undefined) return 'kept'
  return secret === null ? 'forgotten' : 'stored'
}

async function show(
  db: Db,
  orgId: string,
  publicUrl: string,
  row: SingleSignOnRow | undefined,
): Promise<SingleSignOn> {
  const urls = { redirect_url: redirectUrlOf(publicUrl, orgId), sign_in_url: signInUrlOf(publicUrl, orgId) }
  if (!row) return { setting: null, ...urls }
  const groups = await listSignInGroups(db, orgId)
  const { enabled, name, issuer, client_id, scopes, groups_claim, create_users, link_users } = row
  return {
    setting: {
      enabled,
      name,
      issuer,
      client_id,
      scopes,
      groups_claim,
      create_users,
      link_users,
      groups: groups.map(({ name: group, role, site_ids }) => ({ group, role, site_ids })),
      has_client_secret: row.client_secret !== null,
      updated_at: toTimestamp(row.updated_at),
    },
    ...urls,
  }
}
