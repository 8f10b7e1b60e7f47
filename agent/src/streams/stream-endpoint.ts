import type { MediaTransport } from '../rtsp/media-path.js'
import { parseRtspUrl, type StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import type { ServiceAccount } from './proven-accounts.js'

/** A stream and the account for it. Credentials in the URL are used where none are given beside it. */
export interface StreamEndpoint {
  readonly url: string
  readonly credentials: StreamCredentials | null
  /** What to try first; the other one follows where the camera or a firewall refuses it. Default tcp. */
  readonly transport?: MediaTransport
  /** Never send the password in the clear: only announcements vouch for the camera at this address. */
  readonly digestOnly?: boolean
  /**
   * Asked before each connection; refuses with a StreamFailure where another device answers at the address by now, as
   * far as that can be known without an account.
   */
  readonly admit?: (signal: AbortSignal) => Promise<void>
}

/**
 * The account for a stream, as it is proven; null where there is none.
 * @throws StreamFailure for what is no address
 */
export function accountAt({ url, credentials }: StreamEndpoint): ServiceAccount | null {
  const { address, credentials: inAddress } = parseRtspUrl(url)
  const { host, port } = address
  const account = credentials ?? inAddress
  return account && { service: 'rtsp', host, port, ...account }
}

/** Whether both reach the same stream with the same account. */
export function isSameEndpoint(one: StreamEndpoint, other: StreamEndpoint): boolean {
  return (
    one.url === other.url &&
    one.credentials?.username === other.credentials?.username &&
    one.credentials?.password === other.credentials?.password
  )
}
