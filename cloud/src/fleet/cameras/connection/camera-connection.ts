import { isIPv6 } from 'node:net'
import type { CameraPatch, CameraType, Credentials, ProbedCamera } from '@sightline/protocol'
import { isHost, readRtspAddress } from './rtsp-address.js'

/** How a camera is reached: addresses without userinfo, credentials beside them. */
export type Connection = { host: string; port: number; credentials: Credentials | null } & (
  | { type: 'rtsp'; url: string; subUrl: string | null }
  /** `channel` null: the one with the largest picture. */
  | { type: 'onvif'; channel: string | null }
)

/** The fields of a request that say how a camera is reached. */
export type ConnectionFields = Pick<
  CameraPatch,
  | 'rtsp_url'
  | 'rtsp_sub_url'
  | 'rtsp_username'
  | 'rtsp_password'
  | 'host'
  | 'port'
  | 'onvif_username'
  | 'onvif_password'
  | 'onvif_channel'
>

type ConnectionReading =
  | { ok: true; connection: Connection }
  | { ok: false; field: keyof ConnectionFields; problem: string }

const fieldsOf = {
  rtsp: ['rtsp_url', 'rtsp_sub_url', 'rtsp_username', 'rtsp_password'],
  onvif: ['host', 'port', 'onvif_username', 'onvif_password', 'onvif_channel'],
} as const satisfies Record<CameraType, (keyof ConnectionFields)[]>

/** True if a change says anything new about how a camera of this type is reached. */
export function changesConnection(fields: ConnectionFields, type: CameraType): boolean {
  return fieldsOf[type].some((field) => fields[field] !== undefined)
}

/**
 * Reads how a camera is to be reached; what is not given stays as it was.
 * @param before null for a new camera
 */
export function readConnection(
  type: CameraType,
  fields: ConnectionFields,
  before: Connection | null,
): ConnectionReading {
  return type === 'rtsp' ? readRtsp(fields, before) : readOnvif(fields, before)
}

function readRtsp(fields: ConnectionFields, before: Connection | null): ConnectionReading {
  const known = before?.type === 'rtsp' ? before : null
  const main = readRtspAddress(fields.rtsp_url ?? known?.url ?? '')
  if (!main.ok) return { ok: false, field: 'rtsp_url', problem: main.problem }
  const subText = fields.rtsp_sub_url === undefined ? (known?.subUrl ?? null) : fields.rtsp_sub_url
  const sub = subText === null ? null : readRtspAddress(subText)
  if (sub && !sub.ok) return { ok: false, field: 'rtsp_sub_url', problem: sub.problem }
  const { url, host, port } = main.address
  const credentials = chooseCredentials(
    fields.rtsp_username ?? main.address.username ?? sub?.address.username ?? known?.credentials?.username,
    fields.rtsp_password ?? main.address.password ?? sub?.address.password ?? known?.credentials?.password,
  )
  return {
    ok: true,
    connection: { type: 'rtsp', url, subUrl: sub?.address.url ?? null, host, port, credentials },
  }
}

function readOnvif(fields: ConnectionFields, before: Connection | null): ConnectionReading {
  const known = before?.type === 'onvif' ? before : null
  const host = (fields.host ?? known?.host ?? '').trim().replace(/^\[(.*)\]$/, '$1')
  if (!isIPv6(host) && !isHost(host)) {
    return {
      ok: false,
      field: 'host',
      problem: 'give a host name or an IP address, without http:// and path',
    }
  }
  const credentials = chooseCredentials(
    fields.onvif_username ?? known?.credentials?.username,
    fields.onvif_password ?? known?.credentials?.password,
  )
  const port = fields.port ?? known?.port ?? 80
  const channel = fields.onvif_channel === undefined ? (known?.channel ?? null) : fields.onvif_channel
  return { ok: true, connection: { type: 'onvif', host: host.toLowerCase(), port, channel, credentials } }
}

/** The channel that a connection is stored with: as the device names it, where it said that. */
export function channelColumn(
  connection: Connection,
  found: Pick<ProbedCamera, 'channel'> | null,
): string | null {
  if (connection.type === 'rtsp' || connection.channel === null) return null
  return found?.channel ?? connection.channel
}

/** A camera that asks for neither user nor password has no credentials. */
function chooseCredentials(username = '', password = ''): Credentials | null {
  return username === '' && password === '' ? null : { username, password }
}

/** `host:port`, as messages to people name a camera. */
export function hostAndPort({ host, port }: Pick<Connection, 'host' | 'port'>): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`
}
