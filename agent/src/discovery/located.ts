import type { CameraConnection } from '@sightline/protocol'
import { parseRtspUrl } from '../rtsp/parse-rtsp-url.js'

/** The host of a camera as the cloud gave it, in lower case; null for an address that cannot be read. */
export function hostOf(connection: CameraConnection): string | null {
  if (connection.type === 'onvif') return connection.host.toLowerCase()
  try {
    return parseRtspUrl(connection.rtsp_url).address.host.toLowerCase()
  } catch {
    return null
  }
}

/** The ONVIF port of a camera; null for one that is known by its stream. */
export function onvifPortOf(connection: CameraConnection): number | null {
  return connection.type === 'onvif' ? connection.port : null
}

/**
 * The same camera at another IPv4 address. The ports of streams stay; a stream that was at another host than the
 * camera stays where it is.
 * @param port of the ONVIF service; null: as before.
 */
export function connectionAt(
  connection: CameraConnection,
  host: string,
  port: number | null,
): CameraConnection {
  if (connection.type === 'onvif') return { ...connection, host, port: port ?? connection.port }
  const from = hostOf(connection)
  const moved = (url: string): string => (from === null ? url : withHost(url, from, host))
  const { rtsp_sub_url: sub } = connection
  return { ...connection, rtsp_url: moved(connection.rtsp_url), rtsp_sub_url: sub && moved(sub) }
}

function withHost(url: string, from: string, to: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z]+:\/\/)(\[[^\]]*\]|[^:/?#]*)(.*)$/is.exec(url) ?? []
  return host.replace(/^\[|\]$/g, '').toLowerCase() === from ? `${scheme}${to}${rest}` : url
}
