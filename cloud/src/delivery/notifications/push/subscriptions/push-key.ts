import { uuidv7 } from 'uuidv7'
import webPush from 'web-push'
import type { Config } from '../../../../platform/config.js'
import type { Db } from '../../../../platform/database/handles.js'
import { type SecretBox, type SecretContext, SecretError } from '../../../../platform/secrets/secret-box.js'
import { findPushKey, insertPushKey } from './push-key.repository.js'

/** A key pair of P-256, both parts in base64url (RFC 8292). */
export interface PushKey {
  readonly publicKey: string
  readonly privateKey: string
}

interface KeyDeps {
  readonly db: Db
  readonly secretBox: SecretBox
}

/**
 * Whom push services reach about our messages (RFC 8292, 2.1): `VAPID_SUBJECT`, else where people reach the service, if that is
 * https. On the machine itself, where a service is tried and browsers have messages without https, it is the first owner. Null
 * where there is none of these: no browser is sent a message then.
 */
export function pushContact(
  { vapidSubject, owner }: Pick<Config, 'vapidSubject' | 'owner'>,
  publicUrl: string,
): string | null {
  if (vapidSubject !== null) return vapidSubject
  if (publicUrl.startsWith('https://')) return publicUrl
  return isThisMachine(new URL(publicUrl)) ? `mailto:${owner.email}` : null
}

const isThisMachine = ({ hostname }: URL): boolean => /^(localhost$|127\.|\[::1\]$)/.test(hostname)

/**
 * The key pair of an organisation, made when it is first asked for. Browsers are bound to it: it never changes, and a rotation
 * of the master key seals it anew. Each organisation has its own, so that a browser in which people of two sign in belongs to
 * one of them at a time.
 * @throws SecretError if the master key that sealed it is gone
 */
async function pushKeyOf({ db, secretBox }: KeyDeps, orgId: string): Promise<PushKey> {
  const stored = await findPushKey(db, orgId)
  if (!stored) {
    const id = uuidv7()
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const sealed = secretBox.seal(privateKey, keyContext(orgId, id))
    await insertPushKey(db, orgId, { id, publicKey, sealed })
    // Of two requests that make one at once the first is stored.
    return pushKeyOf({ db, secretBox }, orgId)
  }
  const { id, public_key: publicKey, private_key: bytes, private_key_key_id: keyId } = stored
  return { publicKey, privateKey: secretBox.open({ bytes, keyId }, keyContext(orgId, id)) }
}

/** The same; null if the master key that sealed it is gone: browsers cannot be sent messages then. */
export async function openKeyOf(deps: KeyDeps, orgId: string): Promise<PushKey | null> {
  try {
    return await pushKeyOf(deps, orgId)
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

const keyContext = (orgId: string, rowId: string): SecretContext => ({
  orgId,
  rowId,
  field: 'push_keys.private_key',
})
