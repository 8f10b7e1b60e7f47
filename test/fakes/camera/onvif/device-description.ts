import type { StreamName } from '../counters.js'
import type { PictureOptions } from '../picture/picture.js'

/** A profile of the media service: one stream. */
export interface MediaProfile {
  readonly name: StreamName
  /** From 1. */
  readonly channel: number
  readonly picture: PictureOptions
  readonly streamUrl: string
}

/** What the camera tells about itself, by ONVIF and by both kinds of discovery. */
export interface DeviceDescription {
  readonly name: string
  readonly manufacturer: string
  readonly model: string
  readonly firmware: string
  readonly serial: string
  /** Six pairs with colons, upper case. */
  readonly mac: string
  /** `urn:uuid:...`, stable over restarts where the options give a uuid. */
  readonly endpoint: string
  readonly host: string
  /** `http://host:port` of the ONVIF service. */
  readonly origin: string
  readonly rtspPort: number
  readonly onvifPort: number
  readonly profiles: readonly MediaProfile[]
  /** The channel whose main profile has a motor; null for a camera without PTZ service. */
  readonly motorChannel: number | null
  /** Which media services there are. */
  readonly media: 'media1' | 'media2' | 'both'
  /** Path of the event service, if it is announced. */
  readonly eventPath: string | null
  /** Milliseconds since the epoch, as the camera believes. */
  now(): number
}

export const DEVICE_PATH = '/onvif/device_service'
export const MEDIA_PATH = '/onvif/media_service'
export const MEDIA2_PATH = '/onvif/media2_service'
export const PTZ_PATH = '/onvif/ptz_service'
export const SNAPSHOT_PATH = '/snapshot.jpg'

/** ONVIF scopes (ONVIF Core, section 7.3.2.2), values percent-encoded. */
export function scopesOf(device: DeviceDescription): string[] {
  return [
    'onvif://www.onvif.org/type/video_encoder',
    'onvif://www.onvif.org/type/Network_Video_Transmitter',
    'onvif://www.onvif.org/Profile/Streaming',
    `onvif://www.onvif.org/name/${encodeURIComponent(device.name)}`,
    `onvif://www.onvif.org/hardware/${encodeURIComponent(device.model)}`,
    `onvif://www.onvif.org/MAC/${device.mac}`,
    'onvif://www.onvif.org/location/test',
  ]
}
