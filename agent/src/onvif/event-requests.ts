import { escapeXml } from './read-xml.js'
import type { WrittenRequest } from './request-writer.js'

/** Where a request of the event service goes, in the terms of WS-Addressing. */
export interface EventAddress {
  /** The whole URL, for the To header. */
  readonly url: string
  /** Headers that the camera wants to see again (WS-Addressing 1.0 SOAP Binding, section 2.2), as XML. */
  readonly referenceParameters: string
}

const events = 'http://www.onvif.org/ver10/events/wsdl'
const notification = 'http://docs.oasis-open.org/wsn/b-2'
const manager = 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager'

/** @param term an xs:duration, an xs:dateTime, or null to leave it to the camera. */
export function createPullPointSubscription(
  to: EventAddress,
  messageId: string,
  term: string | null,
): WrittenRequest {
  const initial = term === null ? '' : `<InitialTerminationTime>${term}</InitialTerminationTime>`
  const operation = `<CreatePullPointSubscription xmlns="${events}">${initial}</CreatePullPointSubscription>`
  return written(`${events}/EventPortType/CreatePullPointSubscriptionRequest`, operation, to, messageId)
}

/** Which topics there are (ONVIF Core, section 9.6). */
export function getEventProperties(to: EventAddress, messageId: string): WrittenRequest {
  const operation = `<GetEventProperties xmlns="${events}"/>`
  return written(`${events}/EventPortType/GetEventPropertiesRequest`, operation, to, messageId)
}

/** @param waitSec how long the camera may wait for the first message */
export function pullMessages(to: EventAddress, messageId: string, waitSec: number): WrittenRequest {
  const operation = `<PullMessages xmlns="${events}"><Timeout>PT${waitSec}S</Timeout><MessageLimit>100</MessageLimit></PullMessages>`
  return written(`${events}/PullPointSubscription/PullMessagesRequest`, operation, to, messageId)
}

/** Asks for the state of every property, as messages. */
export function setSynchronizationPoint(to: EventAddress, messageId: string): WrittenRequest {
  const operation = `<SetSynchronizationPoint xmlns="${events}"/>`
  return written(`${events}/PullPointSubscription/SetSynchronizationPointRequest`, operation, to, messageId)
}

export function renew(to: EventAddress, messageId: string, term: string | null): WrittenRequest {
  const until = `<TerminationTime>${term ?? 'PT600S'}</TerminationTime>`
  return written(`${manager}/RenewRequest`, `<Renew xmlns="${notification}">${until}</Renew>`, to, messageId)
}

export function unsubscribe(to: EventAddress, messageId: string): WrittenRequest {
  return written(`${manager}/UnsubscribeRequest`, `<Unsubscribe xmlns="${notification}"/>`, to, messageId)
}

function written(action: string, operation: string, to: EventAddress, messageId: string): WrittenRequest {
  const header =
    `<a:Action>${action}</a:Action>` +
    `<a:MessageID>urn:uuid:${messageId}</a:MessageID>` +
    '<a:ReplyTo><a:Address>http://www.w3.org/2005/08/addressing/anonymous</a:Address></a:ReplyTo>' +
    `<a:To>${escapeXml(to.url)}</a:To>${to.referenceParameters}`
  const body =
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://www.w3.org/2005/08/addressing">' +
    `<s:Header>${header}</s:Header><s:Body>${operation}</s:Body></s:Envelope>`
  return { service: 'events', action, body }
}
