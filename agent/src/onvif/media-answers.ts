import { attribute, child, children, plainText, text, type XmlNode } from './read-xml.js'

/** A media profile that sends video: what a camera calls main stream, sub stream and so on. */
export interface VideoProfile {
  /** The camera's own id of it, as it must be sent back. */
  readonly token: string
  readonly name: string
  /** Lower case; `h264`, `h265` and `mjpeg` where the camera means these; '' where it does not say: RTSP will. */
  readonly codec: string
  /** Pixels; 0 where the camera does not say. */
  readonly width: number
  readonly height: number
  /** Pixels of the source that it shows, which it has at most; only where its own size is not said. */
  readonly boundsPixels?: number
  /** Which lens or input it shows; '' if unknown. Recorders offer several. */
  readonly source: string
  /** Whether its picture can be moved: it has a PTZ configuration. */
  readonly isMovable: boolean
}

const codecNames: Readonly<Record<string, string>> = { jpeg: 'mjpeg', hevc: 'h265', avc: 'h264' }

/** Profiles with a video encoder, of Media1 or Media2; others (metadata, audio, half configured) are left out. */
export function readVideoProfiles(body: XmlNode): VideoProfile[] {
  return children(child(body, 'GetProfilesResponse'), 'Profiles').flatMap((profile) => {
    const configurations = child(profile, 'Configurations')
    const encoder = child(profile, 'VideoEncoderConfiguration') ?? child(configurations, 'VideoEncoder')
    const source = child(profile, 'VideoSourceConfiguration') ?? child(configurations, 'VideoSource')
    const token = attribute(profile, 'token')
    const encoding = text(encoder, 'Encoding')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
    if (token === '' || encoder === undefined) return []
    const width = pixels(text(encoder, 'Resolution', 'Width'))
    const height = pixels(text(encoder, 'Resolution', 'Height'))
    const boundsPixels = boundsOf(source)
    return {
      token,
      name: plainText(text(profile, 'Name'), 200) || plainText(token, 200),
      codec: (codecNames[encoding] ?? encoding).slice(0, 32),
      width,
      height,
      ...(width * height === 0 && boundsPixels > 0 && { boundsPixels }),
      source: plainText(text(source, 'SourceToken'), 128),
      isMovable: (child(profile, 'PTZConfiguration') ?? child(configurations, 'PTZ')) !== undefined,
    }
  })
}

function boundsOf(source: XmlNode): number {
  const bounds = child(source, 'Bounds')
  return pixels(attribute(bounds, 'width')) * pixels(attribute(bounds, 'height'))
}

function pixels(written: string): number {
  return /^\d{1,5}$/.test(written) ? Number(written) : 0
}

/** A picture that a device offers by itself: a lens, or an input of a recorder. */
export interface MediaChannel {
  /** Token of its video source. */
  readonly token: string
  readonly name: string
  /** By which else the device may mean it: its configurations, and the profiles that show it. */
  readonly aliases: readonly string[]
}

/** A recorder has no more; what a device lists is compared with each message of its events. */
const mostChannels = 128

/** The channels that the profiles show, in their order; profiles without video encoder name them as well. */
export function readChannels(body: XmlNode): MediaChannel[] {
  const channels = new Map<string, { name: string; aliases: Set<string> }>()
  for (const profile of children(child(body, 'GetProfilesResponse'), 'Profiles')) {
    const configurations = child(profile, 'Configurations')
    const source = child(profile, 'VideoSourceConfiguration') ?? child(configurations, 'VideoSource')
    const analytics = child(profile, 'VideoAnalyticsConfiguration') ?? child(configurations, 'Analytics')
    const token = plainText(text(source, 'SourceToken'), 128)
    if (token === '' || (channels.size >= mostChannels && !channels.has(token))) continue
    const known = channels.get(token) ?? {
      name: plainText(text(source, 'Name'), 200) || token,
      aliases: new Set<string>(),
    }
    for (const node of [source, analytics, profile]) known.aliases.add(attribute(node, 'token'))
    channels.set(token, known)
  }
  return [...channels].map(([token, { name, aliases }]) => ({
    token,
    name,
    aliases: [...aliases].filter((alias) => alias !== '' && alias !== token),
  }))
}

/** The address in an answer to GetStreamUri or GetSnapshotUri, as the camera writes it. */
export function readUri(body: XmlNode, operation: 'GetStreamUri' | 'GetSnapshotUri'): string {
  const response = child(body, `${operation}Response`)
  return text(response, 'MediaUri', 'Uri') || text(response, 'Uri')
}
