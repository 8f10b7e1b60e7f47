import { XMLParser } from 'fast-xml-parser'

/**
 * What cameras send is XML only roughly: prefixes without a declaration, text that is no UTF-8, missing end
 * tags. This reader takes what it can, sees local names only, keeps every text a text (a serial number
 * `00120` is no number) and expands no entity that a document declares.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // The five predefined entities are decoded by `text`; declared ones stay as they are written.
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 64,
})

/** An element, its text, or (undefined) nothing. Only the functions of this file read it. */
export type XmlNode = unknown

/**
 * Reads a document and answers its root, whose children are reached by local name.
 * @returns undefined for what cannot be read as XML at all, or is longer than `maxChars`.
 */
export function readXml(document: string, maxChars: number): XmlNode {
  if (document.length > maxChars) return undefined
  try {
    return parser.parse(document)
  } catch {
    return undefined
  }
}

/** The children of that local name, in order. */
export function children(node: XmlNode, name: string): readonly XmlNode[] {
  if (typeof node !== 'object' || node === null) return []
  const value: unknown = Object.entries(node).find(([key]) => key === name)?.[1]
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

/** The first element along a path of local names, or undefined. */
export function child(node: XmlNode, ...path: readonly string[]): XmlNode {
  let found: XmlNode = node
  for (const name of path) found = children(found, name)[0]
  return found
}

/** The text along a path, entities decoded, outer blanks removed; '' where there is none. */
export function text(node: XmlNode, ...path: readonly string[]): string {
  const found = child(node, ...path)
  if (typeof found === 'string') return unescapeXml(found).trim()
  const inner = children(found, '#text')[0]
  return typeof inner === 'string' ? unescapeXml(inner).trim() : ''
}

/** An attribute's value, or '' where there is none. */
export function attribute(node: XmlNode, name: string): string {
  const value = children(node, `@${name}`)[0]
  return typeof value === 'string' ? unescapeXml(value).trim() : ''
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text as it was meant, predefined and numeric entities decoded. */
export function unescapeXml(raw: string): string {
  return raw.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name, dec, hex) => {
      if (typeof name === 'string') return predefined[name.toLowerCase()] ?? whole
      const code = typeof dec === 'string' ? Number.parseInt(dec, 10) : Number.parseInt(String(hex), 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

/** Text made safe to stand inside an element or an attribute. */
export function escapeXml(plain: string): string {
  return plain.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** A camera's text as one line that is safe to store, show and log: no control characters, bounded. */
export function plainText(raw: string, maxChars: number): string {
  return raw
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFD]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxChars)
    .trim()
}
