import { child, escapeXml, plainText, text, unescapeXml, type XmlNode } from './read-xml.js'

/** For how long a camera lets a subscription live, by its own pair of times. */
interface Granted {
  /** ms; null where the camera does not give both times. May be zero or negative where it cannot count. */
  readonly termMs: number | null
}

export interface Subscribed extends Granted {
  /** As the camera gives it; '' where it gives none. */
  readonly address: string
}

/** Reads CreatePullPointSubscriptionResponse (ONVIF Core, section 9.2.1). */
export function readSubscribed(body: XmlNode): Subscribed {
  const response = child(body, 'CreatePullPointSubscriptionResponse')
  return { ...readTimes(response), address: text(response, 'SubscriptionReference', 'Address') }
}

/** Reads the answer to Renew or PullMessages: both say until when. */
export function readGranted(body: XmlNode): Granted {
  return readTimes(child(body, 'RenewResponse') ?? child(body, 'PullMessagesResponse'))
}

function readTimes(response: XmlNode): Granted {
  const now = readTime(text(response, 'CurrentTime'))
  const end = readTime(text(response, 'TerminationTime'))
  return { termMs: now === null || end === null ? null : end - now }
}

/** An xs:dateTime, ms since the epoch; one without a zone is taken for UTC, as both of a pair are. */
function readTime(written: string): number | null {
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(written)
  const ms = Date.parse(hasZone ? written : `${written}Z`)
  return Number.isFinite(ms) ? ms : null
}

const mostParameters = 8
const mostBlockChars = 4096

/**
 * The reference parameters of a subscription as headers to be sent back, written anew: name, namespace and text of
 * each, nothing else of the camera's XML.
 */
export function readReferenceParameters(document: string): string {
  const block = referenceBlock(document)
  if (block === null) return ''
  const plain = block.replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_whole, inside) => escapeXml(String(inside)))
  const elements = [...plain.matchAll(/<(?:([\w.-]+):)?([\w.-]+)((?:\s[^<>]*)?)>([^<]*)<\/[^<>]+>/g)]
  return elements
    .slice(0, mostParameters)
    .map(([, prefix, name = '', attributes = '', value = '']) => {
      const namespace = namespaceOf(prefix, attributes, document)
      const declared = namespace === null ? '' : ` xmlns="${escapeXml(unescapeXml(namespace))}"`
      return `<${name}${declared} a:IsReferenceParameter="true">${escapeXml(plainText(unescapeXml(value), 512))}</${name}>`
    })
    .join('')
}

/** What stands in the first element of that name; null where there is none, or none that ends soon. */
function referenceBlock(document: string): string | null {
  // Only the first is read, and only so far: a camera may repeat it a hundred thousand times.
  const opening = /<(?:[\w.-]{1,64}:)?ReferenceParameters\b/.exec(document)
  if (opening === null) return null
  const rest = document.slice(opening.index + opening[0].length).slice(0, mostBlockChars)
  return /^[^<>]*>([\s\S]*?)<\/(?:[\w.-]{1,64}:)?ReferenceParameters\s*>/.exec(rest)?.[1] ?? null
}

/** The namespace that a prefix stands for, from the element itself or from anywhere above it. */
function namespaceOf(prefix: string | undefined, attributes: string, document: string): string | null {
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${prefix.replaceAll('.', '\\.')}`
  const pattern = new RegExp(`\\s${declaration}\\s*=\\s*["']([^"'<>]{1,256})["']`)
  const own = pattern.exec(attributes)?.[1]
  if (own !== undefined || prefix === undefined) return own ?? null
  return pattern.exec(document)?.[1] ?? null
}
