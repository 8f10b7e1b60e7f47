import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A certificate that signed itself, and its key; both PEM. */
export interface SelfSigned {
  readonly cert: string
  readonly key: string
}

/** Makes a certificate (X.509 v1, RFC 5280 section 4.1) of a fresh key, or of `keys`. */
export function selfSigned(keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })): SelfSigned {
  const { privateKey, publicKey } = keys
  // ecdsa-with-SHA256
  const algorithm = Buffer.from('300a06082a8648ce3d040302', 'hex')
  const name = der(
    0x30,
    der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('camera')))),
  )
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const serial = der(0x02, Buffer.from([1 + Math.floor(Math.random() * 120)]))
  const body = der(0x30, serial, algorithm, name, validity, name, spki(publicKey))
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const certificate = der(0x30, body, algorithm, signature)
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

/** One element: tag, length, content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
