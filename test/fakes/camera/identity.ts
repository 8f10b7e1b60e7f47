import { createHash } from 'node:crypto'
import type { DeviceDescription } from './onvif/device-description.js'
import { EVENT_PATH } from './onvif/event-service.js'
import type { ResolvedOptions } from './options.js'
import type { ServedStream } from './rtsp/rtsp-context.js'

/** A locally administered MAC address that stays the same for the same name. */
export function macFor(name: string): string {
  const hash = createHash('sha256').update(`mac ${name}`).digest()
  const octets = [0x02, ...hash.subarray(0, 5)]
  return octets.map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join(':')
}

/** A serial number of digits with leading zeros, which some clients turn into a number. */
export function serialFor(name: string): string {
  const hash = createHash('sha256').update(`serial ${name}`).digest()
  return `00${String(hash.readUInt32BE(0)).padStart(10, '0')}`
}

/** A UUID (version 8, RFC 9562) that stays the same for the same name. */
export function uuidFor(name: string): string {
  const hex = createHash('sha256').update(`uuid ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What a camera with these options tells about itself once its ports are known. */
export function describeCamera(
  options: ResolvedOptions,
  uuid: string,
  ports: { readonly rtsp: number; readonly onvif: number },
  streams: readonly ServedStream[],
): DeviceDescription {
  const { announcedHost, firmware, host, mac, manufacturer, model, name, serial } = options
  const told = announcedHost ?? host
  return {
    firmware,
    host,
    manufacturer,
    model,
    name,
    serial: serial ?? serialFor(uuid),
    mac: mac ?? macFor(uuid),
    endpoint: `urn:uuid:${uuid}`,
    origin: `http://${told}:${ports.onvif}`,
    rtspPort: ports.rtsp,
    onvifPort: ports.onvif,
    motorChannel: options.ptz === 'none' ? null : options.ptzChannel,
    media: options.onvifMedia,
    eventPath: options.onvifEvents !== null && options.onvifEvents.isAdvertised !== false ? EVENT_PATH : null,
    profiles: streams.map((stream) => ({
      name: stream.name,
      channel: stream.channel,
      picture: stream.live.currentPicture.options,
      streamUrl: `${options.tls === 'none' ? 'rtsp' : 'rtsps'}://${told}:${ports.rtsp}${stream.path}`,
    })),
    now: () => Date.now() + options.clockOffsetMs,
  }
}
