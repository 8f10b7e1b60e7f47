import { isIPv6 } from 'node:net'
import type { CameraAddress, DiscoveredDevice } from '@sightline/protocol'
import { deviceOfLastScan } from '../discovery/last-scan.js'
import { AgentError } from '../platform/errors.js'
import { parseRtspUrl, type StreamCredentials } from '../rtsp/parse-rtsp-url.js'
import { asStreamFailure } from '../rtsp/stream-failure.js'

/** A camera as a person named it. */
export interface TypedCamera {
  readonly target: CameraAddress
  /** What stood in the address. */
  readonly credentials: StreamCredentials | null
  /** How it is called in what is printed: its address, without credentials. */
  readonly label: string
  /** What discovery calls it. */
  readonly name: string | null
}

const onvifPort = 80
/** What the cloud takes, characters. */
const longest = { host: 253, url: 2048, channel: 128 }

/** What may be typed, for help texts. */
export const targetForms = `RTSP address (rtsp://192.168.1.20/stream1), ONVIF host (192.168.1.20 or 192.168.1.20:8000), or number of the list that agent discover printed last`

/**
 * Understands what a person typed for a camera.
 * @throws AgentError `usage` that says what it may look like
 */
export async function readTarget(typed: string, dataDir: string): Promise<TypedCamera> {
  const text = typed.trim()
  if (/^\d{1,3}$/.test(text)) return ofDevice(await deviceOfLastScan(dataDir, Number(text)))
  if (/^rtsps?:/i.test(text)) return ofRtsp(text)
  if (text.includes('://'))
    throw new AgentError('usage', 'this is not the address of a camera', {
      hint: 'It begins with rtsp:// (the stream itself), or is a host such as 192.168.1.20 (ONVIF).',
    })
  return text.includes('/') ? ofRtsp(`rtsp://${text}`) : ofHost(text)
}

/**
 * The same device, of which one channel is meant.
 * @throws AgentError `usage` for a camera that is named by its stream
 */
export function withChannel<C extends Pick<TypedCamera, 'target' | 'label'>>(camera: C, channel: string): C {
  const { target, label } = camera
  if (target.type !== 'onvif')
    throw new AgentError('usage', '--channel is for devices that are asked by ONVIF', {
      hint: 'An RTSP address is that of one channel already.',
    })
  if (channel.length > longest.channel)
    throw new AgentError('usage', `--channel takes ${longest.channel} characters at most`)
  return { ...camera, target: { ...target, channel }, label: `${label} channel ${channel}` }
}

function ofRtsp(text: string): TypedCamera {
  try {
    const { address, credentials } = parseRtspUrl(text)
    if (address.url.length > longest.url)
      throw new AgentError('usage', `the address is longer than ${longest.url} characters`)
    const target = { type: 'rtsp' as const, rtsp_url: address.url, rtsp_sub_url: null }
    return { target, credentials, label: address.url, name: null }
  } catch (error) {
    if (error instanceof AgentError) throw error
    throw new AgentError('usage', asStreamFailure(error).message, { cause: error })
  }
}

function ofHost(text: string): TypedCamera {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = isIPv6(text) ? text : (bracketed ?? plain)
  const number = port === undefined || isIPv6(text) ? onvifPort : Number(port)
  if (host === undefined || host.length > longest.host || number < 1 || number > 65_535)
    throw new AgentError('usage', 'this is not the address of a camera', { hint: `Give an ${targetForms}.` })
  if (number === 554)
    throw new AgentError('usage', 'port 554 is that of RTSP, whose address has a path', {
      hint: `Give the whole address, such as rtsp://${host}:554/stream1, or ${host} alone to ask its ONVIF service.`,
    })
  return onvif(host, number, null)
}

/** By its ONVIF service where it has one: that lists the streams, whatever their paths. */
function ofDevice(device: DiscoveredDevice): TypedCamera {
  const [url] = device.rtsp_urls
  if (device.xaddrs.length === 0 && url !== undefined) return { ...ofRtsp(url), name: device.name }
  return onvif(device.address, device.port, device.name)
}

function onvif(host: string, port: number, name: string | null): TypedCamera {
  const shown = isIPv6(host) ? `[${host}]` : host
  const label = port === onvifPort ? shown : `${shown}:${port}`
  return { target: { type: 'onvif', host, port }, credentials: null, label, name }
}
