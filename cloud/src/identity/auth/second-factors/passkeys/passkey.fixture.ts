import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@sightline/protocol'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

/** What a page may do to an answer that it should not. */
interface Lies {
  /** Of the page. */
  readonly origin?: string
  /** The site that the authenticator signs for. */
  readonly site?: string
  readonly challenge?: string
}

const userPresent = 0x01
const hasKey = 0x40

/** A passkey as an authenticator with a key of P-256 holds it, without attestation. */
export class TestPasskey {
  readonly id = base64url(randomBytes(16))
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  counter = 0

  /** @param origin of the page that it is used at */
  constructor(origin = 'https://video.example.com') {
    this.#origin = origin
  }

  /** What a browser answers when it is made. */
  create({ challenge, rp }: PasskeyCreationOptions, lies: Lies = {}): PasskeyAttestation {
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey(this.#keys.publicKey)])
    const authData = Buffer.concat([this.#head(lies.site ?? rp.id, userPresent | hasKey), key])
    const attestationObject = Buffer.concat([
      Buffer.of(0xa3),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.of(0xa0),
      cborText('authData'),
      cborBytes(authData),
    ])
    const clientDataJSON = this.#clientData('webauthn.create', { challenge, ...lies })
    const response = {
      clientDataJSON: base64url(clientDataJSON),
      attestationObject: base64url(attestationObject),
    }
    return { id: this.id, rawId: this.id, type: 'public-key', response }
  }

  /** What a browser answers when somebody signs in. */
  answer({ challenge, rpId }: PasskeyRequestOptions, lies: Lies = {}): PasskeyAssertion {
    this.counter += 1
    const authenticatorData = this.#head(lies.site ?? rpId, userPresent)
    const clientDataJSON = this.#clientData('webauthn.get', { challenge, ...lies })
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
    const response = {
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
    }
    return { id: this.id, rawId: this.id, type: 'public-key', response }
  }

  #head(site: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(site), Buffer.of(flags), counter])
  }

  #clientData(type: string, { challenge, origin = this.#origin }: Lies): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }
}

/** COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    coordinate(x),
    Buffer.of(0x22),
    coordinate(y),
  ])
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)])

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256
      ? Buffer.of(0x58, bytes.length)
      : Buffer.of(0x59, bytes.length >> 8, bytes.length & 255)
  return Buffer.concat([head, bytes])
}
