import { constants } from 'node:crypto'
import type { ConnectionOptions } from 'node:tls'

/**
 * What cameras of ten years ago speak: TLS 1.0, keys and ciphers of that time, and a handshake that does not say how it
 * is renegotiated (RFC 5746).
 */
export const outdatedTls: ConnectionOptions = {
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
}
