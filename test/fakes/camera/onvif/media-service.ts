import { type DeviceDescription, type MediaProfile, SNAPSHOT_PATH } from './device-description.js'
import { escapeXml } from './soap.js'

const SOURCE = 'source0'

/** Inner XML of an answer, or null where the request names a profile that does not exist. */
export type MediaOperation = (device: DeviceDescription, profileToken: string) => string | null

function largest(device: DeviceDescription): { width: number; height: number; fps: number } {
  const { width = 0, height = 0, fps = 0 } = device.profiles[0]?.picture ?? {}
  return { width, height, fps }
}

function sourceConfiguration(device: DeviceDescription): string {
  const { width, height } = largest(device)
  const bounds = `<tt:Bounds x="0" y="0" width="${width}" height="${height}"/>`
  return `<tt:VideoSourceConfiguration token="vsc0"><tt:Name>Lens</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>${SOURCE}</tt:SourceToken>${bounds}</tt:VideoSourceConfiguration>`
}

function encoderConfiguration({ name, picture }: MediaProfile): string {
  const { width, height, fps, gopSec, bitrateKbps } = picture
  const size = `<tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>`
  const rate = `<tt:RateControl><tt:FrameRateLimit>${fps}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${bitrateKbps ?? 2000}</tt:BitrateLimit></tt:RateControl>`
  const h264 = `<tt:H264><tt:GovLength>${Math.round(fps * gopSec)}</tt:GovLength><tt:H264Profile>Main</tt:H264Profile></tt:H264>`
  return `<tt:VideoEncoderConfiguration token="vec_${name}"><tt:Name>${name}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>H264</tt:Encoding>${size}<tt:Quality>4</tt:Quality>${rate}${h264}<tt:SessionTimeout>PT60S</tt:SessionTimeout></tt:VideoEncoderConfiguration>`
}

/** The motor turns both streams, but only the main profile names it, as with many makers. */
function motorConfiguration(device: DeviceDescription, { name }: MediaProfile): string {
  if (!device.isMovable || name !== 'main') return ''
  const spaces =
    '<tt:DefaultContinuousPanTiltVelocitySpace>http://www.onvif.org/ver10/tptz/PanTiltSpaces/VelocityGenericSpace</tt:DefaultContinuousPanTiltVelocitySpace>'
  return `<tt:PTZConfiguration token="ptz0"><tt:Name>Motor</tt:Name><tt:UseCount>1</tt:UseCount><tt:NodeToken>node0</tt:NodeToken>${spaces}</tt:PTZConfiguration>`
}

function profiles(device: DeviceDescription): string {
  return device.profiles
    .map(
      (profile) =>
        `<trt:Profiles token="${profile.name}" fixed="true"><tt:Name>${profile.name}</tt:Name>${sourceConfiguration(device)}${encoderConfiguration(profile)}${motorConfiguration(device, profile)}</trt:Profiles>`,
    )
    .join('')
}

function videoSources(device: DeviceDescription): string {
  const { width, height, fps } = largest(device)
  return `<trt:VideoSources token="${SOURCE}"><tt:Framerate>${fps}</tt:Framerate><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution></trt:VideoSources>`
}

function mediaUri(uri: string): string {
  return `<trt:MediaUri><tt:Uri>${escapeXml(uri)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>`
}

/** The media service (ONVIF Media 1), as far as a client needs it to find a stream and a snapshot. */
export const mediaOperations: Readonly<Record<string, MediaOperation>> = {
  GetProfiles: profiles,
  GetVideoSources: videoSources,
  GetStreamUri: (device, token) => {
    const profile = device.profiles.find(({ name }) => name === token)
    return profile === undefined ? null : mediaUri(profile.streamUrl)
  },
  GetSnapshotUri: (device, token) =>
    device.profiles.some(({ name }) => name === token) ? mediaUri(`${device.origin}${SNAPSHOT_PATH}`) : null,
}
