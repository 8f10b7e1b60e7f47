import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A key as it is shown once, with what is stored of it. */
export interface NewServiceAccountKey {
  /** `sa_<prefix>_<secret>`, the secret holding 256 random bits. */
  fullKey: string
  /** 16 hexadecimal digits: under them the key is found. */
  prefix: string
  /** Of the whole key. */
  sha256: Buffer
}

/** A fresh key. A hash without salt and stretching is enough for 256 random bits. */
export function makeServiceAccountKey(): NewServiceAccountKey {
  const prefix = randomBytes(8).toString('hex')
  const fullKey = `sa_${prefix}_${randomBytes(32).toString('base64url')}`
  return { fullKey, prefix, sha256: hash(fullKey) }
}

/** The readable part by which a key is found, or null for what has not the form of a key. */
export function prefixOfServiceAccountKey(key: string): string | null {
  return /^sa_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/.exec(key)?.[1] ?? null
}

/** Compares in a time that tells nothing of where they differ. */
export function isServiceAccountKey(key: string, sha256: Buffer): boolean {
  return sha256.length === 32 && timingSafeEqual(hash(key), sha256)
}

/** The only part of a key that stays readable: what its holder recognises it by. */
export function shownPrefix(prefix: string): string {
  return `sa_${prefix}`
}

const hash = (key: string): Buffer => createHash('sha256').update(key).digest()
