import type {
  PasskeyAttestation,
  PasskeyCreate,
  PasskeyCreationOptions,
  SecondFactorAdded,
} from '@sightline/protocol'
import type { generateRegistrationOptions } from '@simplewebauthn/server'
import { uuidv7 } from 'uuidv7'
import type { UserCaller } from '../../../../platform/caller.js'
import type { Tx } from '../../../../platform/database/handles.js'
import { type AppError, conflict, invalidField } from '../../../../platform/errors.js'
import type { Platform } from '../../../../platform/platform.js'
import { factorAdded, lockSelf, requireRoom, requireTry } from '../own-factors.js'
import { originOfAnswer } from './answer-origin.js'
import { insertChallenge, insertPasskey, listPasskeys, takeChallenge } from './passkey.repository.js'
import { type PasskeySite, passkeySite } from './passkey-site.js'
import { webauthn } from './webauthn.js'

type PasskeyDeps = Pick<Platform, 'database' | 'clock' | 'publicUrl'>

/** How long a browser has to answer, milliseconds. */
export const answeredWithinMs = 5 * 60_000

/**
 * What a browser is asked to make a passkey by.
 * @throws AppError conflict where the service is reached by an address, and for one factor too many; rate_limited
 */
export async function offerPasskey(
  { database, clock, publicUrl }: PasskeyDeps,
  caller: UserCaller,
): Promise<PasskeyCreationOptions> {
  await requireTry(database.lookup, caller)
  const site = requireSite(publicUrl())
  const now = new Date(clock.now())
  const library = await webauthn()
  return database.inOrg(caller.orgId, async (tx) => {
    const user = await lockSelf(tx, caller)
    await requireRoom(tx, caller)
    const known = await listPasskeys(tx, caller)
    const options = await library.generateRegistrationOptions({
      rpName: 'Sightline',
      rpID: site.name,
      userName: user.email,
      userDisplayName: user.display_name,
      userID: new Uint8Array(Buffer.from(caller.userId)),
      timeout: answeredWithinMs,
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
      // Beside a password nothing has to be found without one, and no PIN be asked for.
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    })
    const { challenge } = options
    const expiresAt = new Date(now.getTime() + answeredWithinMs)
    await insertChallenge(tx, caller, { purpose: 'add', challenge, now, expiresAt })
    return asOffered(options)
  })
}

/** The library's options, of which our schema shows what browsers need. */
function asOffered(options: Awaited<ReturnType<typeof generateRegistrationOptions>>): PasskeyCreationOptions {
  const { rp, user, challenge, pubKeyCredParams, timeout = answeredWithinMs } = options
  return {
    rp: { id: rp.id ?? '', name: rp.name },
    user: { id: user.id, name: user.name, displayName: user.displayName },
    challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    timeout,
    excludeCredentials: (options.excludeCredentials ?? []).map(({ id, transports = [] }) => ({
      id,
      type: 'public-key' as const,
      transports: [...transports],
    })),
    authenticatorSelection: {
      residentKey: 'discouraged',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
    attestation: 'none',
  }
}

/**
 * Keeps a passkey that a browser has made. From now on it counts; with the first factor come recovery codes.
 * @throws AppError invalid for an answer of another site, to no open question, or that proves nothing; conflict as
 *   `offerPasskey`, and for one that is there; rate_limited
 */
export async function addPasskey(
  { database, clock, publicUrl }: PasskeyDeps,
  caller: UserCaller,
  { name, response }: PasskeyCreate,
): Promise<SecondFactorAdded> {
  await requireTry(database.lookup, caller)
  const site = requireSite(publicUrl())
  const now = new Date(clock.now())
  // The question is taken whether its answer is good or not.
  const proved = await database.inOrg(caller.orgId, (tx) => prove(tx, caller, { site, response, now }))
  if ('refusal' in proved) throw proved.refusal
  const { credential } = proved
  return database.inOrg(caller.orgId, async (tx) => {
    await lockSelf(tx, caller)
    await requireRoom(tx, caller)
    const known = await listPasskeys(tx, caller)
    if (known.some((one) => one.credential_id === credential.id))
      throw conflict('this passkey is there already')
    const row = await insertPasskey(tx, {
      org_id: caller.orgId,
      id: uuidv7(),
      user_id: caller.userId,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...(credential.transports ?? [])],
      created_at: now,
    })
    return factorAdded(tx, caller, { ...row, kind: 'passkey' })
  })
}

interface Answered {
  readonly site: PasskeySite
  readonly response: PasskeyAttestation
  readonly now: Date
}

async function prove(tx: Tx, caller: UserCaller, { site, response, now }: Answered) {
  const origin = originOfAnswer(response.response.clientDataJSON)
  if (origin !== null && origin !== site.origin) return { refusal: ofAnotherSite(origin, site) }
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: asSent(response.response), clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(tx, caller, { purpose: 'add', challenge, now }),
      expectedOrigin: site.origin,
      expectedRPID: site.name,
      requireUserVerification: false,
    })
    return registrationInfo ?? { refusal: provesNothing() }
  } catch (error) {
    return { refusal: provesNothing(error) }
  }
}

/** Without a field that was not sent. */
function asSent({ transports, ...rest }: PasskeyAttestation['response']) {
  return transports === undefined ? rest : { ...rest, transports }
}

const provesNothing = (cause?: unknown): AppError =>
  invalidField('response', 'this proves no passkey, or came too late; ask for it again', cause)

const ofAnotherSite = (origin: string, site: PasskeySite): AppError =>
  invalidField('response', `this passkey is of ${origin}; open ${site.origin} and make one there`)

function requireSite(publicUrl: string): PasskeySite {
  const site = passkeySite(publicUrl)
  if (!site)
    throw conflict(
      'passkeys belong to a name by https: the operator has to set PUBLIC_URL to one, or open localhost',
    )
  return site
}
