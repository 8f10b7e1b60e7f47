import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, as 43 characters of base64url. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret: SHA-256. A hash without salt and stretching is enough for 256 random bits. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** True for the secret whose hash it is. Compares in constant time. */
export function isSecret(given: string, sha256: Buffer): boolean {
  return sha256.length === 32 && timingSafeEqual(hashOfSecret(given), sha256)
}
