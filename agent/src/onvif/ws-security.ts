import { createHash } from 'node:crypto'
import { escapeXml } from './read-xml.js'

const profile = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'

interface UsernameToken {
  readonly username: string
  readonly password: string
  /** `text` sends the password itself: the last thing to try. */
  readonly form: 'digest' | 'text'
  /** The camera's time, ms since the epoch: cameras take tokens of a few seconds around it. */
  readonly createdMs: number
  /** Fresh random bytes: a token is good once. */
  readonly nonce: Uint8Array
}

/** A Security header with one UsernameToken (WS-Security UsernameToken Profile 1.0, section 3.1). */
export function securityHeader({ username, password, form, createdMs, nonce }: UsernameToken): string {
  const created = new Date(createdMs).toISOString()
  const digest = createHash('sha1').update(nonce).update(created).update(password, 'utf8').digest('base64')
  const [type, value] = form === 'digest' ? ['Digest', digest] : ['Text', escapeXml(password)]
  return (
    `<Security s:mustUnderstand="1" xmlns="${profile}-wssecurity-secext-1.0.xsd"><UsernameToken>` +
    `<Username>${escapeXml(username)}</Username>` +
    `<Password Type="${profile}-username-token-profile-1.0#Password${type}">${value}</Password>` +
    `<Nonce EncodingType="${profile}-soap-message-security-1.0#Base64Binary">${Buffer.from(nonce).toString('base64')}</Nonce>` +
    `<Created xmlns="${profile}-wssecurity-utility-1.0.xsd">${created}</Created>` +
    '</UsernameToken></Security>'
  )
}

/** `envelope` with one more header; some requests of the package come without any. */
export function withHeader(envelope: string, header: string): string {
  return envelope.includes('</s:Header>')
    ? envelope.replace('</s:Header>', () => `${header}</s:Header>`)
    : envelope.replace('<s:Body', () => `<s:Header>${header}</s:Header><s:Body`)
}
