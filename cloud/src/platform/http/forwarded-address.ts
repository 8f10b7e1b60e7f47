import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `address`, `[address]`, each with a port or with a name in its place (RFC 7239, 6). */
const withoutBrackets = /^([\d.]+)(?::[\w.-]*)?$/
const withBrackets = /^\[([^[\]]*)\](?::[\w.-]*)?$/
/** The port of an address that nobody put into brackets. */
const trailingPort = /:\d{1,5}$/

/**
 * The address in an element of `X-Forwarded-For`, in its usual spelling: proxies write it with its port, in brackets, in quotes or
 * with a zone, none of which is part of who it is. An IPv4 address in IPv6 clothes is that IPv4 address.
 * @returns null for what names nobody: `unknown`, a hidden name, a host, nothing
 */
export function addressIn(element: string): string | null {
  const text = element.trim().replace(/^"(.*)"$/, '$1')
  const bare = withBrackets.exec(text)?.[1] ?? withoutBrackets.exec(text)?.[1] ?? text
  const address = canonical(bare)
  if (address !== null || !bare.includes(':')) return address
  return canonical(bare.replace(trailingPort, ''))
}

function canonical(text: string): string | null {
  const [unzoned = ''] = text.split('%')
  // Stricter than the library, which takes `10` and `0x7f.1` too.
  if (!isIPv4(unzoned) && !isIPv6(unzoned)) return null
  return ipaddr.process(unzoned).toString()
}
