import type { BodyKind } from './http-exchange.js'
import { child, children, plainText, readXml, text, type XmlNode } from './read-xml.js'

/** An answer longer than this is no answer. */
export const maxAnswerBytes = 1024 * 1024

/** What an HTTP answer to a SOAP request turned out to be. */
export type SoapAnswer =
  | { readonly kind: 'response'; readonly body: XmlNode }
  | { readonly kind: 'not_authorized' }
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
  if (status === 401) return { kind: 'not_authorized' }
  if (soapBody === undefined || status >= 300) return { kind: 'not_soap' }
  return { kind: 'response', body: soapBody }
}

/** Whether a body is an envelope down to its end tag, begins as one, or is something else. */
export function envelopeIn(body: Buffer): BodyKind {
  const written = body.toString('latin1')
  if (!/<(?:[\w.-]{1,64}:)?Envelope[\s>]/.test(written)) return 'other'
  return /<\/(?:[\w.-]{1,64}:)?Envelope\s*>/.test(written) ? 'whole' : 'part'
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
  const words = `${codes} ${reasons.join(' ')}`
  if (/MessageExpired|InvalidTimestamp|timestamp|time ?stamp|expired/i.test(words))
    return { kind: 'wrong_time' }
  if (status === 401 || /not ?authorized|unauthorized|FailedAuthentication|authority failure/i.test(words)) {
    return { kind: 'not_authorized' }
  }
  const reason = [...reasons, codes].find((said) => said !== '') ?? ''
  return { kind: 'fault', reason: plainText(reason, 200) }
}

/** The code and its subcodes, which nest as deep as the camera likes. */
function codesOf(code: XmlNode): string[] {
  const nested = children(code, 'Subcode')[0]
  const own = text(code, 'Value')
  return nested === undefined ? [own] : [own, ...codesOf(nested)]
}
