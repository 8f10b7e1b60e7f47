import type { BodyKind } from './http-exchange.js'
import { child, children, plainText, readXml, text, type XmlNode } from './read-xml.js'

/** An answer longer than this is no answer. */
export const maxAnswerBytes = 1024 * 1024

/** What a refusal says of the account beside that it is refused: another try with it changes nothing, or makes it worse. */
export type AccountState = 'locked' | 'expired' | null

/** What an HTTP answer to a SOAP request turned out to be. */
export type SoapAnswer =
  | { readonly kind: 'response'; readonly body: XmlNode }
  | { readonly kind: 'not_authorized'; readonly account: AccountState }
  /** The camera found our time wrong (WS-Security, Created). */
  | { readonly kind: 'wrong_time' }
  | { readonly kind: 'fault'; readonly reason: string }
  | { readonly kind: 'not_soap' }

/**
 * Judges an answer by its SOAP body first: cameras send faults with 200, 400 and 500, and a refused
 * password as any of them.
 */
export function readSoapAnswer(status: number, body: string): SoapAnswer {
  const soapBody = child(readXml(body, maxAnswerBytes), 'Envelope', 'Body')
  const fault = child(soapBody, 'Fault')
  if (fault !== undefined) return readFault(status, fault)
  if (status === 401) return { kind: 'not_authorized', account: null }
  if (soapBody === undefined || status >= 300) return { kind: 'not_soap' }
  return { kind: 'response', body: soapBody }
}

/** Whether a body is an envelope down to its end tag, begins as one, or is something else. */
export function envelopeIn(body: Buffer): BodyKind {
  const written = body.toString('latin1')
  if (!/<(?:[\w.-]{1,64}:)?Envelope[\s>]/.test(written)) return 'other'
  return /<\/(?:[\w.-]{1,64}:)?Envelope\s*>/.test(written) ? 'whole' : 'part'
}

/** What a fault has to say stands at its beginning; it is searched no further. */
const mostFaultChars = 2000

/**
 * The time of a token was refused (WS-Security 1.0, section 12, and what firmware makes of it). Passwords, accounts,
 * certificates and subscriptions expire as well: what expired is said, or it is none of the time.
 */
const timeRefused =
  /MessageExpired|InvalidTimestamp|time ?stamp|\b(?:message|request|token|nonce|created|time|digest)\b[^.]{0,40}\bexpired|\bexpired (?:message|request|token|nonce|time)/i

/** The account was refused: by the codes of ONVIF and of WS-Security (section 12), or in words alone. */
const accountRefused =
  /not ?authori[sz]ed|unauthori[sz]ed|FailedAuthentication|InvalidSecurity|SecurityTokenUnavailable|authority failure|processing the \S*Security\S* header|(?:authentication|authori[sz]ation|log ?in) (?:has )?(?:failed|failure|error|required)|(?:wrong|invalid|incorrect|bad) (?:\w+ ){0,3}(?:password|credentials)/i

const accountLocked =
  /(?:account|user|login)(?:\b[^.]{0,40}\b)?locked\b|\baccount lock|too many (?:\w+ ){0,3}attempts/i
const accountExpired =
  /(?:password(?! ?digest)|account)(?:\b[^.]{0,40}\b)?expired\b|\bexpired (?:password|account)/i

/** It warns of what is to come. */
const notYet =
  /\b(?:will|would|may|can|before)\b[^.]{0,40}(?:lock|expire)|\bnot (?:yet |been |be )*(?:locked|expired)/i

function accountIn(words: string): AccountState {
  if (notYet.test(words)) return null
  if (accountLocked.test(words)) return 'locked'
  return accountExpired.test(words) ? 'expired' : null
}

/** Of SOAP 1.2 or 1.1 (`faultcode`, `faultstring`): devices answer 1.2 with either. */
function readFault(status: number, fault: XmlNode): SoapAnswer {
  const codes = [...codesOf(child(fault, 'Code')), text(fault, 'faultcode')].filter(Boolean).join(' ')
  const reasons = [
    text(fault, 'Reason', 'Text'),
    text(fault, 'faultstring'),
    text(fault, 'Detail', 'Text'),
    text(fault, 'detail'),
  ]
  // What one of them says is no half of what another does.
  const words = [codes, ...reasons].filter(Boolean).join('. ').slice(0, mostFaultChars)
  const account = accountIn(words)
  if (account === null && timeRefused.test(words)) return { kind: 'wrong_time' }
  if (account !== null || status === 401 || accountRefused.test(words))
    return { kind: 'not_authorized', account }
  const reason = [...reasons, codes].find((said) => said !== '') ?? ''
  return { kind: 'fault', reason: plainText(reason, 200) }
}

/** The code and its subcodes, which nest as deep as the camera likes. */
function codesOf(code: XmlNode): string[] {
  const nested = children(code, 'Subcode')[0]
  const own = text(code, 'Value')
  return nested === undefined ? [own] : [own, ...codesOf(nested)]
}
