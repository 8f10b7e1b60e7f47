import type { SignInOffer } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { missing } from '../../../platform/errors.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import type { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import type { Platform } from '../../../platform/platform.js'
import { addressBlock } from '../../../platform/rate-limit/address-block.js'
import { requireToken } from '../../../platform/rate-limit/token-bucket.js'
import { hashOfSecret, makeSecret } from '../../../platform/secrets/secret-token.js'
import { recordAudit } from '../../audit/audit.service.js'
import type { RefreshGrant } from '../tokens/grant.js'
import { admitPerson } from './admit-person.js'
import { type IssuerAccess, personOfAnswer, signInUrl } from './issuer-client.js'
import { attemptLifeMs, ownPage, proofOf, stateHashOf } from './sign-in-attempt.js'
import { insertAttempt, takeAttempt } from './sign-in-attempt.repository.js'
import { SignInRefused } from './sign-in-problem.js'
import { redirectUrlOf, startUrlOf } from './sign-in-urls.js'
import { findSingleSignOn, type SingleSignOnRow } from './single-sign-on.repository.js'
import { secretContext } from './single-sign-on-settings.js'

type SignInDeps = Pick<Platform, 'database' | 'clock' | 'secretBox' | 'publicUrl'> & {
  readonly outbound: Pick<OutboundHttp, 'fetch'>
}

/** A minute and address: each costs requests to the issuer. */
const perMinute = 60
const tooMany = 'too many sign-ins come from this address; wait before the next one'

/** What the sign-in page of an organisation shows. @throws AppError missing; rate_limited */
export async function signInOffer(
  { database, publicUrl }: Pick<SignInDeps, 'database' | 'publicUrl'>,
  orgId: string,
  { address }: Origin,
): Promise<SignInOffer> {
  const bucket = { key: `single-sign-on-offer:${addressBlock(address)}`, perMinute: 5 * perMinute }
  await requireToken(database.lookup, bucket, tooMany)
  const setting = await findSingleSignOn(database.forOrg(orgId), orgId)
  if (!setting?.enabled) throw missing('single sign-on')
  return { name: setting.name, start_url: startUrlOf(publicUrl(), orgId) }
}

/** A browser on its way to the issuer. */
interface Begun {
  /** For its cookie. */
  readonly secret: string
  readonly url: string
}

/**
 * Begins a sign-in.
 * @param to the page to come back to; what is none of this service's is the first one
 * @throws SignInRefused; AppError rate_limited
 */
export async function beginSignIn(
  deps: SignInDeps,
  orgId: string,
  to: string | undefined,
  { address }: Origin,
): Promise<Begun> {
  const { database, clock } = deps
  const bucket = { key: `single-sign-on:${addressBlock(address)}`, perMinute }
  await requireToken(database.lookup, bucket, tooMany)
  const setting = await requireSetting(deps, orgId)
  const secret = makeSecret()
  const proof = proofOf(secret)
  const redirectUrl = redirectUrlOf(deps.publicUrl(), orgId)
  const { scopes } = setting
  const url = await signInUrl(deps.outbound, accessOf(deps, setting), { redirectUrl, scopes, proof })
  const now = new Date(clock.now())
  await database.inOrg(orgId, (tx) =>
    insertAttempt(
      tx,
      {
        org_id: orgId,
        id: uuidv7(),
        state_sha256: stateHashOf(proof),
        return_to: ownPage(to),
        expires_at: new Date(now.getTime() + attemptLifeMs),
      },
      now,
    ),
  )
  return { secret, url }
}

/** The answer of an issuer, as a browser brought it. */
interface Answered {
  /** Of the address. */
  readonly query: string
  /** Out of the cookie. */
  readonly secret: string | undefined
}

/**
 * Ends a sign-in: each answer is taken once, from the browser that it was meant for.
 * @returns the session's refresh token, and the page to come back to
 * @throws SignInRefused; AppError rate_limited
 */
export async function endSignIn(
  deps: SignInDeps,
  orgId: string,
  { query, secret }: Answered,
  origin: Origin,
): Promise<{ refresh: RefreshGrant; returnTo: string }> {
  const { database, clock } = deps
  const bucket = { key: `single-sign-on-answer:${addressBlock(origin.address)}`, perMinute }
  await requireToken(database.lookup, bucket, tooMany)
  const setting = await requireSetting(deps, orgId)
  const proof = secret === undefined ? null : proofOf(secret)
  const state = new URLSearchParams(query).get('state') ?? ''
  if (!proof || proof.state !== state)
    throw new SignInRefused('again', 'the sign-in was begun in another browser, or in another tab since')
  const now = new Date(clock.now())
  const returnTo = await takeAttempt(database.forOrg(orgId), orgId, hashOfSecret(state), now)
  if (returnTo === undefined) throw new SignInRefused('again', 'the sign-in is too old, or has been used')
  const person = await provenPerson(deps, setting, { query, proof, origin })
  return { refresh: await admitPerson(deps, { setting, person, origin, now }), returnTo }
}

async function provenPerson(
  deps: SignInDeps,
  setting: SingleSignOnRow,
  { query, proof, origin }: { query: string; proof: ReturnType<typeof proofOf>; origin: Origin },
) {
  const redirectUrl = redirectUrlOf(deps.publicUrl(), setting.org_id)
  const asked = { redirectUrl, proof, query, groupsClaim: setting.groups_claim }
  try {
    return await personOfAnswer(deps.outbound, accessOf(deps, setting), asked)
  } catch (error) {
    if (error instanceof SignInRefused) await noteRefusal(deps, setting, origin, error)
    throw error
  }
}

/** Owners find here why nobody comes in. */
function noteRefusal(
  { database }: Pick<SignInDeps, 'database'>,
  { org_id: orgId, name }: SingleSignOnRow,
  origin: Origin,
  { problem, message }: SignInRefused,
): Promise<void> {
  const actor = { kind: 'user', id: null, name, ...origin } as const
  return database.inOrg(orgId, (tx) =>
    recordAudit(tx, { orgId, actor }, 'auth.login_failed', {
      data: { single_sign_on: problem, reason: message.slice(0, 500) },
    }),
  )
}

async function requireSetting(
  { database }: Pick<SignInDeps, 'database'>,
  orgId: string,
): Promise<SingleSignOnRow> {
  const setting = await findSingleSignOn(database.forOrg(orgId), orgId)
  if (setting?.enabled) return setting
  throw new SignInRefused('none', 'the organisation has no single sign-on')
}

function accessOf({ secretBox }: Pick<SignInDeps, 'secretBox'>, setting: SingleSignOnRow): IssuerAccess {
  const { org_id: orgId, id, issuer, client_id: clientId } = setting
  const { client_secret: bytes, client_secret_key_id: keyId } = setting
  const isPublic = bytes === null || keyId === null
  const clientSecret = isPublic ? null : secretBox.open({ bytes, keyId }, secretContext(orgId, id))
  return { issuer, clientId, clientSecret }
}
