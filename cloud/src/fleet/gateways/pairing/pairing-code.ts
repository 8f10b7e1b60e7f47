import { createHmac, randomInt } from 'node:crypto'
import { normalisePairingCode, pairingCodeAlphabet } from '@sightline/protocol'

const codeLength = 6
const codeForm = new RegExp(`^[${pairingCodeAlphabet}]{${codeLength}}$`)

/** A fresh pairing code: 6 letters drawn evenly by the system's CSPRNG. */
export function makePairingCode(): string {
  return Array.from(
    { length: codeLength },
    () => pairingCodeAlphabet[randomInt(pairingCodeAlphabet.length)],
  ).join('')
}

/** What was typed, in the form of a code; null for what can be none. */
export function readPairingCode(typed: string): string | null {
  const code = normalisePairingCode(typed)
  return codeForm.test(code) ? code : null
}

/**
 * Under what a code is found. Keyed, because 31^6 codes are tried in a moment by whoever reads the table.
 * @param code as `readPairingCode` gives it
 */
export function hashPairingCode(code: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`pairing-code:${code}`).digest()
}
