import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A key as it is shown once, with what is stored of it. */
export interface NewGatewayKey {
  /** `gw_<prefix>_<secret>`, the secret holding 256 random bits. */
  full: string
  prefix: string
  sha256: Buffer
}

/** A fresh key. A hash without salt and stretching is enough for 256 random bits. */
export function makeGatewayKey(): NewGatewayKey {
  const prefix = randomBytes(8).toString('hex')
  const full = `gw_${prefix}_${randomBytes(32).toString('base64url')}`
  return { full, prefix, sha256: hash(full) }
}

/** The readable part by which a key is found, or null for what has not the form of a key. */
export function prefixOfKey(key: string): string | null {
  return /^gw_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/.exec(key)?.[1] ?? null
}

/** Compares in a time that tells nothing of where they differ. */
export function isKey(key: string, sha256: Buffer): boolean {
  return sha256.length === 32 && timingSafeEqual(hash(key), sha256)
}

const hash = (key: string): Buffer => createHash('sha256').update(key).digest()
