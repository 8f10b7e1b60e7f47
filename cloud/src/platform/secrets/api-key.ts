import { randomBytes } from 'node:crypto'
import { hashOfSecret, makeSecret } from './secret-token.js'

/** Whose key it is: `gw_` a gateway's, `sa_` a service account's. */
type ApiKeyKind = 'gw' | 'sa'

/** A key as it is shown once, with what is stored of it. */
export interface NewApiKey {
  /** `<kind>_<prefix>_<secret>`, the secret holding 256 random bits. */
  readonly fullKey: string
  /** 16 hexadecimal digits: under them the key is found. */
  readonly prefix: string
  /** Of the whole key. */
  readonly sha256: Buffer
}

/** A fresh key. */
export function makeApiKey(kind: ApiKeyKind): NewApiKey {
  const prefix = randomBytes(8).toString('hex')
  const fullKey = `${kind}_${prefix}_${makeSecret()}`
  return { fullKey, prefix, sha256: hashOfSecret(fullKey) }
}

const forms = {
  gw: /^gw_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/,
  sa: /^sa_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/,
} satisfies Record<ApiKeyKind, RegExp>

/** The readable part by which a key is found, or null for what has not the form of a key of this kind. */
export function prefixOfApiKey(kind: ApiKeyKind, key: string): string | null {
  return forms[kind].exec(key)?.[1] ?? null
}

/** The only part of a key that stays readable: what its holder recognises it by. */
export const shownPrefix = (kind: ApiKeyKind, prefix: string): string => `${kind}_${prefix}`
