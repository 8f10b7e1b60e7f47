import { isIP, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { StreamFailure } from './stream-failure.js'

/** A user name and a password in the clear; either may be empty. */
export interface StreamCredentials {
  readonly username: string
  readonly password: string
}

/** Where a stream is served, taken apart and never holding credentials. */
export interface RtspAddress {
  /** RTSP inside TLS (rtsps). */
  readonly isSecure: boolean
  /** Name or IP literal without brackets. */
  readonly host: string
  readonly port: number
  /** Path and query, beginning with a slash. */
  readonly path: string
  /** The address rebuilt from these parts; what stands in the request line of DESCRIBE. */
  readonly url: string
}

export interface ParsedRtspUrl {
  readonly address: RtspAddress
  /** What stood before the @, decoded; null where nothing did. */
  readonly credentials: StreamCredentials | null
  /** The same as it was typed; null where nothing stood there. */
  readonly typedCredentials: StreamCredentials | null
}

/** RFC 2326 section 3.2, and RFC 7826 section 4.2 for rtsps. */
const defaultPorts = { rtsp: 554, rtsps: 322 }
const longestUrl = 2048

/**
 * Reads the address of a stream as people enter it: with or without an account in it, and the account
 * percent-encoded or not.
 * @throws StreamFailure `address` for what is no RTSP address.
 */
export function parseRtspUrl(text: string): ParsedRtspUrl {
  const clean = text.replaceAll(/^ +| +$/g, '')
  if (clean.length > longestUrl) throw unusable(`is longer than ${longestUrl} characters`)
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(clean)) throw unusable('holds control characters')
  const [whole, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(clean) ?? ['']
  const name = scheme.toLowerCase()
  if (name !== 'rtsp' && name !== 'rtsps') throw unusable('does not begin with rtsp:// or rtsps://')
  const defaultPort = defaultPorts[name]
  const { account, server, rest } = split(clean.slice(whole.length), defaultPort)
  const path = encodePath(rest)
  const host = isIPv6(server.host) ? `[${server.host}]` : server.host
  const port = server.port === defaultPort ? '' : `:${server.port}`
  return {
    address: { ...server, isSecure: name === 'rtsps', path, url: `${name}://${host}${port}${path}` },
    credentials: account === null ? null : readAccount(account, decoded),
    typedCredentials: account === null ? null : readAccount(account, (typed) => typed),
  }
}

function unusable(why: string): StreamFailure {
  return new StreamFailure('address', `the address ${why}: it must look like rtsp://192.168.1.10:554/stream`)
}

interface Server {
  readonly host: string
  readonly port: number
}

/**
 * An account may hold / ? # and @ in the clear, so the server is searched for behind each @ in turn. Where
 * more than one reading makes sense nobody guesses: a wrong guess would show a piece of the password.
 */
function split(text: string, defaultPort: number): { account: string | null; server: Server; rest: string } {
  const readings = [...readingsOf(text, defaultPort)]
  const [first] = readings
  if (first === undefined) throw unusable('names no valid host and port')
  if (readings.slice(1).some(({ server, marked }) => marked || isIP(server.host) !== 0)) {
    throw unusable('has more than one @: put user name and password into their own fields')
  }
  return first
}

function* readingsOf(text: string, defaultPort: number) {
  const authorityEnd = indexOrEnd(text, 0)
  const lastAt = text.lastIndexOf('@', authorityEnd - 1)
  for (let at = lastAt; ; ) {
    const end = indexOrEnd(text, at + 1)
    const authority = text.slice(at + 1, end)
    const server = readServer(authority, defaultPort)
    // A dot or a port makes it look like a server; `stream@2` in a path does not.
    const marked = /[.:\]]/.test(authority)
    if (server !== null)
      yield { account: at === -1 ? null : text.slice(0, at), server, rest: text.slice(end), marked }
    at = text.indexOf('@', Math.max(end, at + 1))
    if (at === -1) return
  }
}

function indexOrEnd(text: string, from: number): number {
  const found = text.slice(from).search(/[/?#]/)
  return found === -1 ? text.length : from + found
}

function readServer(authority: string, defaultPort: number): Server | null {
  const [, literal, name = '', digits] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{0,5}))?$/.exec(authority) ?? []
  const port = digits === undefined || digits === '' ? defaultPort : Number(digits)
  if (port < 1 || port > 65535) return null
  if (literal !== undefined) return isIPv6(literal) ? { host: literal.toLowerCase(), port } : null
  const host = /^[\w.-]*$/.test(name) ? name.toLowerCase() : domainToASCII(name)
  return /^[a-z0-9_][\w.-]{0,252}$/.test(host) ? { host, port } : null
}

function readAccount(account: string, read: (text: string) => string): StreamCredentials {
  const colon = account.indexOf(':')
  if (colon === -1) return { username: read(account), password: '' }
  return { username: read(account.slice(0, colon)), password: read(account.slice(colon + 1)) }
}

/** What is not valid percent-encoding was meant as it stands. */
function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text)
    return /\p{Cc}/u.test(plain) ? refuseControls() : plain
  } catch (error) {
    if (error instanceof StreamFailure) throw error
    return text
  }
}

function refuseControls(): never {
  throw unusable('holds control characters in user name or password')
}

/** Sends what a request line may hold; escapes that are there already stay as they are. */
function encodePath(rest: string): string {
  const [local = ''] = rest.split('#', 1)
  const encoded = local.replaceAll(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (letter) => encodeURIComponent(letter))
  return encoded.startsWith('/') ? encoded : `/${encoded}`
}
