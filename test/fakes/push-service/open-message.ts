import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** What a browser holds of a subscription (RFC 8291, 2 and 3.2). */
export interface BrowserKeys {
  /** Private key of P-256, base64url. */
  readonly privateKey: string
  /** Uncompressed point of P-256, base64url. */
  readonly publicKey: string
  /** 16 bytes, base64url. */
  readonly auth: string
}

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')

/**
 * Opens a message as a browser does: RFC 8291 over one record of RFC 8188. Written from the two documents alone.
 * @throws Error if it was not made for this browser, or is of another form
 */
export function openMessage(body: Buffer, browser: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const idLength = body.readUInt8(20)
  if (idLength !== 65) throw new Error('the sender did not name its key')
  const senderKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > recordSize) throw new Error('more than one record')
  const ours = createECDH('prime256v1')
  ours.setPrivateKey(bytesOf(browser.privateKey))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), bytesOf(browser.publicKey), senderKey])
  const inputKey = derive(ours.computeSecret(senderKey), { salt: bytesOf(browser.auth), info, length: 32 })
  const key = derive(inputKey, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = derive(inputKey, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with a 2, and zeros after it.
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the record has no end')
  return padded.subarray(0, end).toString('utf8')
}

function derive(
  secret: Buffer,
  { salt, info, length }: { salt: Buffer; info: Buffer; length: number },
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
