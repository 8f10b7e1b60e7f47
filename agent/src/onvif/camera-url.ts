import { isIPv6 } from 'node:net'

/** Longer ones are none: what a camera says may be a megabyte. */
const longestUrl = 2048

/** Where a service of a camera is said to be. Its host does not count. */
interface ServiceAddress {
  readonly tls: boolean
  /** None where it names none; cameras behind another port write theirs and that one. */
  readonly ports: readonly number[]
  /** With the query. */
  readonly path: string
}

/**
 * The address of a SOAP service as a camera gives it. Cameras write hosts that are none: two ports, an IPv6 address
 * without brackets or with its zone, nothing at all. What is to be asked there stands behind it in any case.
 * @returns null for what is no HTTP address
 */
export function serviceAddress(raw: string): ServiceAddress | null {
  if (raw.length > longestUrl) return null
  const [, scheme, authority = '', local = ''] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(raw.trim()) ?? []
  if (scheme === undefined || !URL.canParse(`http://camera${local}`)) return null
  const { pathname, search } = new URL(`http://camera${local}`)
  const where = authority.slice(authority.lastIndexOf('@') + 1)
  const written = isIPv6(where) ? '' : (/^(?:\[[^\]]*\]|[^:]*)((?::\d*)*)$/.exec(where)?.[1] ?? '')
  const ports = written.split(':').map(Number)
  return {
    tls: scheme.toLowerCase() === 'https',
    ports: ports.filter((port) => port >= 1 && port <= 65535),
    path: `${pathname}${search}`,
  }
}

/**
 * The stream address that a camera gives, made usable: cameras name the wrong host (0.0.0.0, 127.0.x.x, the
 * one behind the router), two ports, escaped ampersands, blanks, and accounts of their own. The host becomes
 * the one that answered us; path and port stay.
 * @param password never to appear in the result.
 * @param rightPort in place of the one that the camera gives.
 * @returns null for what is no RTSP address, or holds the password where it cannot be left out.
 */
export function streamUrl(
  raw: string,
  host: string,
  password: string,
  rightPort: number | null = null,
): string | null {
  const parts = split(raw)
  if (parts === null || !/^rtsps?$/.test(parts.scheme)) return null
  return joined(parts, host, rightPort ?? parts.port ?? (parts.scheme === 'rtsps' ? 322 : 554), password)
}

/** The port that an address names, or null. */
export function urlPort(raw: string): number | null {
  return split(raw)?.port ?? null
}

/** Whether the stream is sent to a multicast group (224.0.0.0/4, ff00::/8), which we do not join. */
export function isMulticastUrl(raw: string): boolean {
  return /^rtsps?:\/\/(?:[^/?#]*@)?(?:2(?:2[4-9]|3\d)(?:\.\d{1,3}){3}|\[ff[0-9a-f:]*\])(?=[:/?#]|$)/i.test(
    raw.trim(),
  )
}

/** The same for the address of a still picture over HTTP. */
export function snapshotUrl(raw: string, host: string, password: string): string | null {
  const parts = split(raw)
  if (parts === null || !/^https?$/.test(parts.scheme)) return null
  return joined(parts, host, parts.port ?? (parts.scheme === 'https' ? 443 : 80), password)
}

interface UrlParts {
  readonly scheme: string
  readonly port: number | null
  readonly path: string
  readonly query: string
}

function split(raw: string): UrlParts | null {
  if (raw.length > longestUrl) return null
  const clean = raw.trim().replaceAll(/&amp;/gi, '&')
  // Everything up to the last @ before the path is an account; of `host:80:554` the last port counts.
  const shape = /^([a-z]+):\/\/(?:[^/?#]*@)?(?:\[[^\]/]*\]|[^/?#:@]*)((?::\d*)*)([^?#]*)(\?[^#]*)?/i.exec(
    clean,
  )
  if (shape === null || /[\s\p{Cc}]/u.test(clean)) return null
  const [, scheme = '', ports = '', path = '', query = ''] = shape
  const port = Number(ports.split(':').findLast((digits) => digits !== '') ?? Number.NaN)
  return {
    scheme: scheme.toLowerCase(),
    port: port >= 1 && port <= 65535 ? port : null,
    path: path === '' ? '/' : path,
    query: withoutAccount(query),
  }
}

/** Accounts also stand in the query; requests carry credentials of their own. */
function withoutAccount(query: string): string {
  const kept = query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^(user|username|usr|password|passwd|pwd|pass)=/i.test(pair))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

function joined(parts: UrlParts, host: string, port: number, password: string): string | null {
  const name = isIPv6(host) ? `[${host}]` : host
  const local = `${parts.path}${parts.query}`
  if (password !== '' && holds(local, password)) return null
  return `${parts.scheme}://${name}:${port}${local}`
}

/**
 * Whether a path segment or a value in the address is the password, as it is or percent-encoded. Values also stand in
 * the path (`/user=admin_password=x_channel=1`, `/0/admin:x/main`). A password that is only part of a segment or of a
 * value (`live` in `/live_main`) is not given away by it, and a short one (`1`, `ab`) is a segment of any path by chance.
 */
function holds(local: string, password: string): boolean {
  if (password.length < 4) return false
  return isWholePart(local, password) || isWholePart(decoded(local), password)
}

function isWholePart(local: string, word: string): boolean {
  for (let at = local.indexOf(word); at >= 0; at = local.indexOf(word, at + 1)) {
    // Passwords hold every character, so the ends are looked at and nothing is split.
    const [before, rest] = [local.charAt(at - 1), local.slice(at + word.length)]
    const isInQuery = local.lastIndexOf('?', at - 1) >= 0
    if (isInQuery ? isQueryValue(before, rest) : isPathPart(before, rest)) return true
  }
  return false
}

/** `_` parts values only where the next one has a name: `key=x_channel=1`. */
const nextNamed = /^_[^=/?&;,:]+=/

function isPathPart(before: string, rest: string): boolean {
  if (before === '/' || before === '') return /^(?:[/?]|$)/.test(rest)
  return '=:'.includes(before) && (/^(?:[/?&;,]|$)/.test(rest) || nextNamed.test(rest))
}

function isQueryValue(before: string, rest: string): boolean {
  return '?&=:'.includes(before) && (/^(?:[&;]|$)/.test(rest) || nextNamed.test(rest))
}

/** Cameras also write a percent sign that begins no escape, or bytes that are no UTF-8: these stay. */
function decoded(local: string): string {
  return local.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
