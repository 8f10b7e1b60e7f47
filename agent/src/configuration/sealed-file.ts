import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../platform/random.js'

const nonceBytes = 12
const tagBytes = 16
const format = 1

/**
 * Text as it is kept on disk: AES-256-GCM under the key of the identity, which only its owner can read.
 * Format byte, nonce, ciphertext, tag.
 */
export function seal(text: string, key: Buffer, random: Random): Buffer {
  const nonce = random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, body, cipher.getAuthTag()])
}

/** @throws Error if the bytes were sealed by another key, or are damaged. */
export function unseal(bytes: Buffer, key: Buffer): string {
  if (bytes[0] !== format || bytes.length < 1 + nonceBytes + tagBytes)
    throw new Error('the stored configuration has an unknown format')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + nonceBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const body = bytes.subarray(1 + nonceBytes, -tagBytes)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
