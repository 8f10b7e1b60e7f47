import type { CameraAddress, CameraConnection, CameraFault } from '@sightline/protocol'
import type { PrivateSealingKey } from '../cloud-link/identity.js'
import { openCredentials } from '../cloud-link/sealed-credentials.js'
import { type DescribeDeps, type DescribedDevice, describeDevice } from '../onvif/describe-device.js'
import type { SecretGuard } from '../platform/secrets.js'
import { describedCodec } from '../rtsp/described-codec.js'
import type { StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import type { CameraAccounts, ServiceAccount } from '../streams/proven-accounts.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'

/** Where a camera's streams are. */
export interface ResolvedStreams {
  readonly kind: 'found'
  readonly main: StreamEndpoint
  readonly sub: StreamEndpoint | null
  /** What the device said of itself; null for a camera known by its RTSP address only. */
  readonly device: DescribedDevice | null
}

/** Where a camera's streams are, or why that cannot be said. */
export type StreamResolution = ResolvedStreams | UnresolvedStreams

interface UnresolvedStreams {
  readonly kind: 'failed'
  readonly fault: CameraFault
  readonly message: string
  /** The device let the same account in before; false where it is not known. */
  readonly isProven?: boolean
}

interface StreamsAtDeps extends DescribeDeps {
  /** Credentials go there in no form that shows them: see `CameraLocator.isUnconfirmed`. */
  readonly digestOnly?: boolean | undefined
}

export interface ResolveStreamsDeps extends StreamsAtDeps {
  /** Opens what the cloud sealed. */
  readonly sealingKey: PrivateSealingKey
  /** Masks what was opened; by default for the life of the process. */
  readonly guard?: SecretGuard
  /** The accounts that the camera let in before; without them none was. */
  readonly accounts?: CameraAccounts
}

/**
 * The streams of a camera as the cloud describes it: by their addresses, or by asking the ONVIF device.
 * @throws the signal's reason only.
 */
export async function resolveStreams(
  connection: CameraConnection,
  deps: ResolveStreamsDeps,
  signal: AbortSignal,
): Promise<StreamResolution> {
  const opened = await open(connection, deps)
  if (opened.kind === 'failed') return opened
  const found = await streamsAt(connection, opened.credentials, deps, signal)
  const account = onvifAccount(connection, opened.credentials)
  if (account === null) return found
  if (found.kind === 'failed') return { ...found, isProven: deps.accounts?.isProven(account) ?? false }
  if (found.device?.isAccountProven) deps.accounts?.proved(account)
  return found
}

/** The account with which the device is asked; null where none is. */
export function onvifAccount(
  connection: CameraConnection,
  credentials: StreamCredentials | null,
): ServiceAccount | null {
  if (connection.type !== 'onvif') return null
  const { host, port } = connection
  return credentials && { service: 'onvif', host, port, ...credentials }
}

/**
 * As `findStreams`, with credentials in the clear.
 * @throws the signal's reason only.
 */
export async function streamsAt(
  address: CameraAddress,
  credentials: StreamCredentials | null,
  deps: StreamsAtDeps,
  signal: AbortSignal,
): Promise<StreamResolution> {
  const { digestOnly = false } = deps
  const endpoint = (url: string): StreamEndpoint => ({ url, credentials, digestOnly })
  switch (address.type) {
    case 'rtsp': {
      const { rtsp_url: main, rtsp_sub_url: sub } = address
      return {
        kind: 'found',
        main: endpoint(main),
        sub: sub === null ? null : endpoint(sub),
        device: null,
      }
    }
    case 'onvif': {
      const { host, port, channel } = address
      const target = { host, port, channel, username: '', password: '', ...credentials, digestOnly }
      const rtsp = { ...deps, allowsAddress: deps.allowed, credentials, digestOnly }
      const codecOf = (url: string, until: AbortSignal) => describedCodec(url, rtsp, until)
      const described = await describeDevice(target, { ...deps, codecOf }, signal)
      if (!described.ok) return { kind: 'failed', ...described.failure }
      const { main, sub } = described.device
      return {
        kind: 'found',
        main: endpoint(main.streamUrl),
        sub: sub && endpoint(sub.streamUrl),
        device: described.device,
      }
    }
  }
}

async function open(connection: CameraConnection, { sealingKey, guard }: ResolveStreamsDeps) {
  try {
    return {
      kind: 'opened' as const,
      credentials: await openCredentials(connection.credentials, sealingKey, guard),
    }
  } catch {
    return {
      kind: 'failed' as const,
      fault: 'auth' as const,
      message: 'the camera password was sealed to another gateway: enter it again in the cloud',
    }
  }
}
