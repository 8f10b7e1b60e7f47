import { type DeviceDescription, type MediaProfile, SNAPSHOT_PATH } from './device-description.js'
import type { OnvifFaults } from './onvif-faults.js'
import { escapeXml } from './soap.js'

/** Tokens of a channel, which this maker counts from 0. */
export function tokensOf(channel: number): { readonly source: string; readonly configuration: string } {
  return { source: `source${channel - 1}`, configuration: `vsc${channel - 1}` }
}

/** The number of each channel. */
function channelsOf(device: DeviceDescription): number[] {
  return [...new Set(device.profiles.map(({ channel }) => channel))]
}

/** Inner XML of an answer, or null where the request names a profile that does not exist. */
export type MediaOperation = (
  device: DeviceDescription,
  profileToken: string,
  faults: OnvifFaults,
) => string | null

function largest(device: DeviceDescription): { width: number; height: number; fps: number } {
  const { width = 0, height = 0, fps = 0 } = device.profiles[0]?.picture ?? {}
  return { width, height, fps }
}

function sourceConfiguration(device: DeviceDescription, { channel }: MediaProfile): string {
  const { source, configuration } = tokensOf(channel)
  const { width, height } = largest(device)
  const bounds = `<tt:Bounds x="0" y="0" width="${width}" height="${height}"/>`
  return `<tt:VideoSourceConfiguration token="${configuration}"><tt:Name>Lens ${channel}</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>${source}</tt:SourceToken>${bounds}</tt:VideoSourceConfiguration>`
}

/** As the camera writes it; many name H.265 in Media1 too, which does not know it. */
function encodingOf({ picture }: MediaProfile): string {
  return picture.codec === 'h265' ? 'H265' : 'H264'
}

/** Whether something is left out for a profile. */
function lacks(profile: MediaProfile, fault: OnvifFaults['encoding']): boolean {
  return fault === 'missing-all' || (fault === 'missing-main' && profile.name.endsWith('main'))
}

function encoderConfiguration(profile: MediaProfile, faults: OnvifFaults): string {
  const { name, picture } = profile
  const { width, height, fps, gopSec, bitrateKbps } = picture
  const size = lacks(profile, faults.sizes)
    ? ''
    : `<tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>`
  const encoding = lacks(profile, faults.encoding) ? '' : `<tt:Encoding>${encodingOf(profile)}</tt:Encoding>`
  const rate = `<tt:RateControl><tt:FrameRateLimit>${fps}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${bitrateKbps ?? 2000}</tt:BitrateLimit></tt:RateControl>`
  const h264 = `<tt:H264><tt:GovLength>${Math.round(fps * gopSec)}</tt:GovLength><tt:H264Profile>Main</tt:H264Profile></tt:H264>`
  return `<tt:VideoEncoderConfiguration token="vec_${name}"><tt:Name>${name}</tt:Name><tt:UseCount>1</tt:UseCount>${encoding}${size}<tt:Quality>4</tt:Quality>${rate}${h264}<tt:SessionTimeout>PT60S</tt:SessionTimeout></tt:VideoEncoderConfiguration>`
}

/** The motor turns both streams, but only the main profile names it, as with many makers. */
function motorConfiguration(device: DeviceDescription, profile: MediaProfile): string {
  if (!hasMotor(device, profile)) return ''
  const spaces =
    '<tt:DefaultContinuousPanTiltVelocitySpace>http://www.onvif.org/ver10/tptz/PanTiltSpaces/VelocityGenericSpace</tt:DefaultContinuousPanTiltVelocitySpace>'
  return `<tt:PTZConfiguration token="ptz0"><tt:Name>Motor</tt:Name><tt:UseCount>1</tt:UseCount><tt:NodeToken>node0</tt:NodeToken>${spaces}</tt:PTZConfiguration>`
}

function hasMotor({ motorChannel }: DeviceDescription, { name, channel }: MediaProfile): boolean {
  return channel === motorChannel && name.endsWith('main')
}

/** As some devices list them: half configured, and one that only multicasts. */
const ODD_PROFILES =
  '<trt:Profiles token="no_encoder"><tt:Name>Audio</tt:Name></trt:Profiles>' +
  '<trt:Profiles token="no_source"><tt:Name>Half</tt:Name><tt:VideoEncoderConfiguration token="x"><tt:Encoding>H264</tt:Encoding></tt:VideoEncoderConfiguration></trt:Profiles>' +
  '<trt:Profiles token="mcMedia"><tt:Name>mcMedia</tt:Name><tt:VideoEncoderConfiguration token="y"><tt:Encoding>H264</tt:Encoding><tt:Resolution><tt:Width>7680</tt:Width><tt:Height>4320</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration></trt:Profiles>'

function profiles(device: DeviceDescription, _token: string, faults: OnvifFaults): string {
  const odd = faults.oddProfiles ? ODD_PROFILES : ''
  return `${odd}${device.profiles.map((profile) => profileOf(device, profile, 'Profiles', faults)).join('')}`
}

function profileOf(
  device: DeviceDescription,
  profile: MediaProfile,
  element: 'Profile' | 'Profiles',
  faults: OnvifFaults,
): string {
  return `<trt:${element} token="${profile.name}" fixed="true"><tt:Name>${profile.name}</tt:Name>${sourceConfiguration(device, profile)}${encoderConfiguration(profile, faults)}${motorConfiguration(device, profile)}</trt:${element}>`
}

/** The same stream, with what real cameras make of its address. */
function streamUri(device: DeviceDescription, url: string, { streamUri: fault }: OnvifFaults): string {
  const { host, pathname } = new URL(url)
  const name = host.replace(/:\d+$/, '')
  switch (fault) {
    case 'right':
      return url
    case 'web-port':
      return `rtsp://${name}:${device.onvifPort}${pathname}`
    case 'two-ports':
      return `rtsp://${name}:${device.onvifPort}:${device.rtspPort}${pathname}`
    case 'loopback':
      return `rtsp://127.0.53.53:${device.rtspPort}${pathname}`
    case 'blanks-and-account':
      return `  rtsp://admin:admin@0.0.0.0:${device.rtspPort}${pathname}  `
    case 'multicast':
      return `rtsp://239.1.2.3:${device.rtspPort}${pathname}`
  }
}

function snapshotUri(device: DeviceDescription, token: string, { snapshot }: OnvifFaults): string | null {
  const channel = device.profiles.find(({ name }) => name === token)?.channel ?? 1
  if (snapshot === 'absent') return null
  return snapshot === 'rtsp'
    ? `rtsp://${device.host}:${device.rtspPort}/still`
    : `${device.origin}${SNAPSHOT_PATH}${channel === 1 ? '' : `?channel=${channel}`}`
}

function videoSources(device: DeviceDescription): string {
  const { width, height, fps } = largest(device)
  const size = `<tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>`
  return channelsOf(device)
    .map((channel) => tokensOf(channel).source)
    .map(
      (token) =>
        `<trt:VideoSources token="${token}"><tt:Framerate>${fps}</tt:Framerate>${size}</trt:VideoSources>`,
    )
    .join('')
}

function mediaUri(uri: string): string {
  return `<trt:MediaUri><tt:Uri>${escapeXml(uri)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`
}

/** The media service (ONVIF Media 1), as far as a client needs it to find a stream and a snapshot. */
export const mediaOperations: Readonly<Record<string, MediaOperation>> = {
  GetProfiles: profiles,
  GetProfile: (device, token, faults) => {
    const profile = device.profiles.find(({ name }) => name === token)
    return profile === undefined ? null : profileOf(device, profile, 'Profile', faults)
  },
  GetVideoSources: videoSources,
  GetStreamUri: (device, token, faults) => {
    const profile = device.profiles.find(({ name }) => name === token)
    if (profile === undefined || faults.faultingProfile === token) return null
    return mediaUri(streamUri(device, profile.streamUrl, faults))
  },
  GetSnapshotUri: (device, token, faults) => {
    const uri = snapshotUri(device, token, faults)
    return uri !== null && device.profiles.some(({ name }) => name === token) ? mediaUri(uri) : null
  },
}

function media2Profiles(device: DeviceDescription, _token: string, { media2 }: OnvifFaults): string | null {
  if (media2 === 'faults') return null
  if (media2 === 'empty') return ''
  return device.profiles
    .map((profile) => {
      const { picture, name } = profile
      const tokens = tokensOf(profile.channel)
      const size = `<tt:Resolution><tt:Width>${picture.width}</tt:Width><tt:Height>${picture.height}</tt:Height></tt:Resolution>`
      const source = `<tr2:VideoSource token="${tokens.configuration}"><tt:Name>Lens ${profile.channel}</tt:Name><tt:SourceToken>${tokens.source}</tt:SourceToken></tr2:VideoSource>`
      const encoder = `<tr2:VideoEncoder token="vec_${name}" GovLength="${Math.round(picture.fps * picture.gopSec)}"><tt:Encoding>${encodingOf(profile)}</tt:Encoding>${size}</tr2:VideoEncoder>`
      const motor = hasMotor(device, profile) ? '<tr2:PTZ token="ptz0"/>' : ''
      return `<tr2:Profiles token="${name}" fixed="true"><tr2:Name>${name}</tr2:Name><tr2:Configurations>${source}${encoder}${motor}</tr2:Configurations></tr2:Profiles>`
    })
    .join('')
}

/** The media service of the second kind (ONVIF Media 2): addresses stand in the answer itself. */
export const media2Operations: Readonly<Record<string, MediaOperation>> = {
  GetProfiles: media2Profiles,
  GetStreamUri: (device, token, faults) => {
    const profile = device.profiles.find(({ name }) => name === token)
    if (profile === undefined || faults.faultingProfile === token) return null
    if (faults.media2 === 'no-uris') return null
    return `<tr2:Uri>${escapeXml(streamUri(device, profile.streamUrl, faults))}</tr2:Uri>`
  },
  GetSnapshotUri: (device, token, faults) => {
    const uri = snapshotUri(device, token, faults)
    return uri === null ? null : `<tr2:Uri>${escapeXml(uri)}</tr2:Uri>`
  },
}
