import { createHash, randomInt } from 'node:crypto'
import { recoveryCodesMade } from '@sightline/protocol'

/** Without what looks alike in print: 0 and o, 1 and l and i. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 4
const groupLength = 4

/** New recovery codes, such as `k7dm-92xq-wn4t-c8pf`: 79 random bits each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesMade }, () => Array.from({ length: groups }, makeGroup).join('-'))
}

function makeGroup(): string {
  return Array.from({ length: groupLength }, () => letters.charAt(randomInt(letters.length))).join('')
}

/** What is stored of a recovery code, however it was typed. */
export function hashOfRecoveryCode(typed: string): Buffer {
  const bare = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHash('sha256').update(bare).digest()
}
