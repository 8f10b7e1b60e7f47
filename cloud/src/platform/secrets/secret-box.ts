import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './keys.js'

/** Where a secret stands. A sealed value opens in its own context only. */
export interface SecretContext {
  readonly orgId: string
  readonly rowId: string
  /** Table and column, such as `cameras.credentials`. */
  readonly field: string
}

/** What is stored: the bytes and, in a column beside them, the id of the key. */
export interface Sealed {
  readonly bytes: Buffer
  readonly keyId: string
}

export interface SecretBox {
  seal(text: string, context: SecretContext): Sealed
  /** @throws UnknownKeyError if the key is unknown; SecretError if the bytes were sealed for another context. */
  open(sealed: Sealed, context: SecretContext): string
}

/** A stored secret cannot be opened. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
}

const format = 1
const nonceBytes = 12
const tagBytes = 16

/** The key is not among the master keys: it was taken away after a rotation, or is of another service. */
export class UnknownKeyError extends SecretError {}

/** AES-256-GCM with a fresh nonce; format byte, nonce, ciphertext, tag. The context is authenticated with it. */
export function createSecretBox(keys: KeyRing): SecretBox {
  return {
    seal(text, context) {
      const key = keys.current('secret-box')
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce)
      cipher.setAAD(associatedData(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return { bytes: Buffer.concat([Buffer.of(format), nonce, body, cipher.getAuthTag()]), keyId: key.id }
    },
    open({ bytes, keyId }, context) {
      if (bytes[0] !== format || bytes.length < 1 + nonceBytes + tagBytes) {
        throw new SecretError('a stored secret has an unknown format')
      }
      const key = keys.find('secret-box', keyId)
      if (!key)
        throw new UnknownKeyError(
          `a stored secret was sealed with the key ${keyId}, which MASTER_KEY does not hold`,
        )
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(1, 1 + nonceBytes))
      decipher.setAAD(associatedData(context))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const body = bytes.subarray(1 + nonceBytes, -tagBytes)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SecretError(`a stored secret does not open as ${context.field}`, { cause: error })
      }
    },
  }
}

const associatedData = ({ orgId, rowId, field }: SecretContext): Buffer =>
  Buffer.from(`${orgId}|${rowId}|${field}`)
