import { createDecipheriv, createHash, createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Credentials, SealedCredentials } from '../channel/index.js'
import { PairRequest } from '../resources/gateway-pairing.js'
import { readExample } from './example-files.fixture.js'

const PublicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('X25519'), x: z.string() })
const Vector = z.object({
  public_key: PublicJwk,
  private_key: PublicJwk.extend({ d: z.string() }),
  sealed: z.string(),
  credentials: Credentials,
})
const Header = z.object({ alg: z.literal('ECDH-ES'), enc: z.literal('A256GCM'), epk: PublicJwk })

/** Concat KDF of RFC 7518 4.6 for one round of SHA-256: no party information, 256 bits. */
function concatKdf(secret: Buffer): Buffer {
  const uint32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255])
  const algorithm = Buffer.from('A256GCM')
  const parts = [uint32(1), secret, uint32(algorithm.length), algorithm, uint32(0), uint32(0), uint32(256)]
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}

/** Opens a compact JWE by the words of the RFCs alone, as a stranger would. */
function open(sealed: string, privateJwk: z.infer<typeof Vector>['private_key']): string {
  const [header = '', key, iv = '', text = '', tag = ''] = sealed.split('.')
  expect(key).toBe('')
  const { epk } = Header.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))
  const secret = diffieHellman({
    privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' }),
    publicKey: createPublicKey({ key: epk, format: 'jwk' }),
  })
  const decipher = createDecipheriv('aes-256-gcm', concatKdf(secret), Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(header, 'ascii')).setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString()
}

const vector = Vector.parse(readExample('sealing/credentials.good.json'))

test('sealed credentials open with the private key of the pairing', () => {
  expect(SealedCredentials.parse(vector.sealed)).toBe(vector.sealed)
  expect(JSON.parse(open(vector.sealed, vector.private_key))).toEqual(vector.credentials)
})

test('sealed credentials that were changed do not open', () => {
  const [header, key, iv, text = '', tag] = vector.sealed.split('.')
  const changed = [header, key, iv, (text.startsWith('A') ? 'B' : 'A') + text.slice(1), tag].join('.')
  expect(() => open(changed, vector.private_key)).toThrow()
})

test('the public key is taken at pairing, and one of another length is not', () => {
  const request = { pairing_code: 'K7M2QX', public_key: vector.public_key }
  expect(PairRequest.parse(request)).toEqual(request)
  const short = { ...request, public_key: { ...vector.public_key, x: vector.public_key.x.slice(1) } }
  expect(PairRequest.safeParse(short).success).toBe(false)
})
