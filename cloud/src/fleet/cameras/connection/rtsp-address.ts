/** An address of a stream without userinfo, and the userinfo that was moved out of it, decoded. */
interface RtspAddress {
  /** Rebuilt from its parts: `rtsp://host[:port]/path?query`. Never holds credentials. */
  url: string
  host: string
  port: number
  username: string | null
  password: string | null
}

type RtspAddressReading = { ok: true; address: RtspAddress } | { ok: false; problem: string }

const defaultPorts = { rtsp: 554, rtsps: 322 } as const

const no = (problem: string): RtspAddressReading => ({ ok: false, problem })

/**
 * Reads what a person gave as the address of a stream. Nothing of the text is passed on as it came: the
 * address is taken apart, checked, and rebuilt. User names and passwords may stand in it encoded or not.
 */
export function readRtspAddress(text: string): RtspAddressReading {
  const trimmed = text.trim()
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(trimmed) || /\p{Surrogate}/u.test(trimmed)) {
    return no('it holds control characters; type it again')
  }
  if (trimmed.startsWith('-')) return no('it begins with a dash')
  const parts = /^(rtsps?):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(trimmed)
  if (!parts) return no('it must begin with rtsp:// or rtsps://')
  const [, scheme = '', authority = '', path = '', query = '', fragment] = parts
  const at = authority.lastIndexOf('@')
  const where = readHostAndPort(authority.slice(at + 1), scheme.toLowerCase() === 'rtsps' ? 'rtsps' : 'rtsp')
  if (where === null || fragment !== undefined) {
    return no(
      trimmed.lastIndexOf('@') > scheme.length + 3 + authority.length
        ? 'its password holds a character that ends an address; give user name and password in their own fields'
        : fragment === undefined
          ? 'it names no host that can be reached; check host and port'
          : 'it holds a #; write it as %23',
    )
  }
  const userinfo = at < 0 ? null : authority.slice(0, at)
  const rest = `${encodeRest(path)}${encodeRest(query)}`
  return {
    ok: true,
    address: { url: `${where.prefix}${rest}`, host: where.host, port: where.port, ...readUserinfo(userinfo) },
  }
}

function readHostAndPort(text: string, scheme: keyof typeof defaultPorts) {
  const parts = /^(\[[0-9a-f:.]+\]|[^:[\]@]+)(?::(\d{1,5}))?$/i.exec(text)
  const host = parts?.[1]?.toLowerCase()
  if (host === undefined || !isHost(host)) return null
  const port = parts?.[2] === undefined ? defaultPorts[scheme] : Number(parts[2])
  if (port < 1 || port > 65535) return null
  const shown = port === defaultPorts[scheme] ? '' : `:${port}`
  return { host: host.replace(/^\[|\]$/g, ''), port, prefix: `${scheme}://${host}${shown}` }
}

/** True for a host name of letters, digits, dashes and dots, an IPv4 address, or an IPv6 address in brackets. */
export function isHost(host: string): boolean {
  if (host.length > 253) return false
  if (host.startsWith('[')) return URL.canParse(`http://${host}/`)
  if (!/^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i.test(host)) return false
  // A name that ends in a number can only be an IPv4 address, and is one in its usual form only.
  if (!/(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(host)) return true
  return (
    /^\d+\.\d+\.\d+\.\d+$/.test(host) &&
    host.split('.').every((part) => /^(0|[1-9]\d?\d?)$/.test(part) && Number(part) < 256)
  )
}

function readUserinfo(userinfo: string | null): Pick<RtspAddress, 'username' | 'password'> {
  if (userinfo === null) return { username: null, password: null }
  const colon = userinfo.indexOf(':')
  if (colon < 0) return { username: decode(userinfo), password: null }
  return { username: decode(userinfo.slice(0, colon)), password: decode(userinfo.slice(colon + 1)) }
}

/** Takes a text that cannot be decoded as it stands: people paste passwords with a bare %. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Encodes what may not stand in a path or query (RFC 3986) and leaves what is encoded already. */
function encodeRest(text: string): string {
  return text.replace(/[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/gu, encodeURIComponent)
}
