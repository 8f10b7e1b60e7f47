import type { Key, KeyRing } from '../../../platform/secrets/keys.js'
import { hashOfSecret, isSecret } from '../../../platform/secrets/secret-token.js'

/** The key by which the nodes of one service know each other: derived from the master key, so that nothing is stored. */
export function nodeKey(keys: KeyRing): string {
  return textOf(keys.current('node'))
}

/** True for the key of the newest master key, and for those of older ones that the cloud still knows. */
export function isNodeKey(keys: KeyRing, presented: string): boolean {
  return keys.all('node').some((key) => isSecret(presented, hashOfSecret(textOf(key))))
}

const textOf = ({ bytes }: Key): string => `nk_${bytes.toString('base64url')}`
