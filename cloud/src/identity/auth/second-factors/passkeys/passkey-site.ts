import { isIP } from 'node:net'

/** The site that passkeys are made for: they belong to a name, and are used by pages of one origin. */
export interface PasskeySite {
  /** The name, such as `video.example.com`; a relying party in the words of WebAuthn. */
  readonly name: string
  /** Scheme, name and port of its pages. */
  readonly origin: string
}

/**
 * The site of a service that people reach there; null where they reach it by an address: browsers make passkeys for names
 * alone, by https, or for `localhost`.
 */
export function passkeySite(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isAddress || !isSecure ? null : { name: hostname, origin }
}
