import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, 43 characters. What is stored is their hash. */
export function makeShareToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of the token's text: a token of so many bits needs no slow hash. */
export function shareTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
