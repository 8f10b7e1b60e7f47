import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as 43 characters of base64url: a refresh token or a password token. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of it. A hash without salt and stretching is enough for 256 random bits. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
