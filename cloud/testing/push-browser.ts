import { createECDH, randomBytes } from 'node:crypto'

/** What a browser tells of itself when it subscribes to messages: an endpoint where nobody answers, and keys of its own. */
export function browserWithKeys(endpoint = `https://127.0.0.1:9/push/${randomBytes(16).toString('hex')}`) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return {
    endpoint,
    keys: {
      p256dh: keys.getPublicKey('base64url', 'uncompressed'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
}
