import type { PasskeyAssertion, PasskeyRequestOptions } from '@sightline/protocol'
import type { Tx } from '../../../../platform/database/handles.js'
import type { AccountRef } from '../../auth.repository.js'
import type { Lack } from '../lacking-proof.js'
import { answeredWithinMs } from './add-passkey.js'
import { originOfAnswer } from './answer-origin.js'
import { insertChallenge, notePasskeyUse, type PasskeyRow, takeChallenge } from './passkey.repository.js'
import type { PasskeySite } from './passkey-site.js'
import { webauthn } from './webauthn.js'

/** What a browser is asked when somebody signs in. */
export async function askForPasskey(
  tx: Tx,
  account: AccountRef,
  { passkeys, site, now }: { passkeys: readonly PasskeyRow[]; site: PasskeySite; now: Date },
): Promise<PasskeyRequestOptions> {
  const allowed = passkeys.map(({ credential_id: id, transports }) => ({ id, transports }))
  const { generateAuthenticationOptions } = await webauthn()
  const { challenge } = await generateAuthenticationOptions({ rpID: site.name, allowCredentials: allowed })
  const expiresAt = new Date(now.getTime() + answeredWithinMs)
  await insertChallenge(tx, account, { purpose: 'sign_in', challenge, now, expiresAt })
  return {
    challenge,
    rpId: site.name,
    timeout: answeredWithinMs,
    userVerification: 'preferred',
    allowCredentials: allowed.map((one) => ({ ...one, type: 'public-key' })),
  }
}

interface Given {
  readonly passkeys: readonly PasskeyRow[]
  readonly site: PasskeySite
  readonly response: PasskeyAssertion
  readonly now: Date
}

/** Holds an answer of a browser against the passkeys of a person; the question is taken with it. */
export async function holdPasskey(
  tx: Tx,
  account: AccountRef,
  { passkeys, site, response, now }: Given,
): Promise<{ by: 'passkey' } | Lack> {
  const origin = originOfAnswer(response.response.clientDataJSON)
  if (origin !== null && origin !== site.origin) return { problem: 'other_site' }
  const known = passkeys.find(({ credential_id: id }) => id === response.id)
  if (!known) return { problem: 'wrong' }
  const { counter, credential_id: id, public_key: publicKey } = known
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: asSent(response.response), clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(tx, account, { purpose: 'sign_in', challenge, now }),
      expectedOrigin: site.origin,
      expectedRPID: site.name,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: false,
    })
    const isNoted =
      verified && (await notePasskeyUse(tx, known, { counter: authenticationInfo.newCounter, at: now }))
    return isNoted ? { by: 'passkey' } : { problem: 'wrong' }
  } catch {
    // The library throws for whatever is not as it should be; a database that is away breaks the transaction anyway.
    return { problem: 'wrong' }
  }
}

/** Without a field that was not sent. */
function asSent({ userHandle, ...rest }: PasskeyAssertion['response']) {
  return userHandle === undefined ? rest : { ...rest, userHandle }
}
