import type { Picture } from '../picture/picture.js'
import type { AudioSource } from './audio-source.js'
import { VIDEO_CLOCK_RATE, VIDEO_PAYLOAD_TYPE } from './rtp-packetiser.js'

/** Which tracks a description names, and how. */
export interface Description {
  /** Null: the stream has no video. */
  readonly picture: Picture | null
  /** Say that the video is Motion JPEG. */
  readonly asJpeg: boolean
  /** Null: no track of sound. */
  readonly audio: AudioSource | null
  /** Leave `sprop-parameter-sets` away: the client has to wait for those in the stream. */
  readonly withoutParameterSets: boolean
  /** Put before each track's control value; empty for relative ones. */
  readonly controlPrefix: string
  /** Describe a way back for sound, too (ONVIF Streaming Specification, section 5.3). */
  readonly wayBack: boolean
  /** With all that cameras leave out, repeat and misplace. */
  readonly isSloppy: boolean
}

const VIDEO_TRACK = 'trackID=0'
export const AUDIO_TRACK = 'trackID=1'
export const WAY_BACK = 'trackID=9'

/** The static payload type of Motion JPEG (RFC 3551, section 6). */
const JPEG_PAYLOAD_TYPE = 26

function videoLines(picture: Picture, description: Description): string[] {
  const control = `a=control:${description.controlPrefix}${VIDEO_TRACK}`
  if (description.asJpeg) return [`m=video 0 RTP/AVP ${JPEG_PAYLOAD_TYPE}`, 'c=IN IP4 0.0.0.0', control]
  const said = description.withoutParameterSets ? [] : picture.parameterSets
  const format = picture.options.codec === 'h264' ? h264Format(said) : h265Format(said)
  return [`m=video 0 RTP/AVP ${VIDEO_PAYLOAD_TYPE}`, 'c=IN IP4 0.0.0.0', ...format, control]
}

/** RFC 6184 section 8.2.1. */
function h264Format(sets: readonly Buffer[]): string[] {
  const profile = sets[0]?.subarray(1, 4).toString('hex').toUpperCase() ?? '4D001F'
  const sprop = sets.length === 0 ? '' : `;sprop-parameter-sets=${sets.map(inBase64).join(',')}`
  return [
    `a=rtpmap:${VIDEO_PAYLOAD_TYPE} H264/${VIDEO_CLOCK_RATE}`,
    `a=fmtp:${VIDEO_PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profile}${sprop}`,
  ]
}

/** RFC 7798 section 7.2.1. */
function h265Format(sets: readonly Buffer[]): string[] {
  const map = `a=rtpmap:${VIDEO_PAYLOAD_TYPE} H265/${VIDEO_CLOCK_RATE}`
  const [vps, sps, pps] = sets.map(inBase64)
  if (vps === undefined || sps === undefined || pps === undefined) return [map]
  return [map, `a=fmtp:${VIDEO_PAYLOAD_TYPE} sprop-vps=${vps};sprop-sps=${sps};sprop-pps=${pps}`]
}

function inBase64(bytes: Buffer): string {
  return bytes.toString('base64')
}

function audioLines(source: AudioSource, description: Description): string[] {
  return [...source.description, `a=control:${description.controlPrefix}${AUDIO_TRACK}`]
}

/** The description of a stream (RFC 4566, RFC 6184 section 8.2.1). */
export function formatSdp(name: string, host: string, description: Description): string {
  const lines = [
    'v=0',
    `o=- 1 1 IN IP4 ${host}`,
    `s=${name}`,
    'c=IN IP4 0.0.0.0',
    't=0 0',
    'a=control:*',
    'a=range:npt=now-',
    ...(description.picture === null ? [] : videoLines(description.picture, description)),
    ...(description.audio === null ? [] : audioLines(description.audio, description)),
    ...(description.wayBack ? wayBackLines(description) : []),
  ]
  return `${(description.isSloppy ? sloppy(lines) : lines).join('\r\n')}\r\n`
}

function wayBackLines({ controlPrefix }: Description): string[] {
  return [
    'm=audio 0 RTP/AVP 0',
    'a=rtpmap:0 PCMU/8000',
    `a=control:${controlPrefix}${WAY_BACK}`,
    'a=sendonly',
  ]
}

/**
 * No origin, two names, an address that is none, media that are none, blanks at the ends, and the parameters of
 * the video in the section of another track.
 */
function sloppy(lines: readonly string[]): string[] {
  const parameters = lines.filter((line) => line.startsWith('a=fmtp:'))
  const rest = lines.filter((line) => !line.startsWith('o=') && !line.startsWith('a=fmtp:'))
  const said = rest.map((line) => (line.startsWith('c=') ? 'c=IN IP4' : line))
  const [version = 'v=0', ...others] = said
  const first = [version, 's=', 's=second name']
  const strange = [
    'm=',
    'm=?? x TP-LINK y',
    'm=application 0 RTP/AVP 107',
    'a=rtpmap:107 vnd.onvif.metadata/90000',
  ]
  return [...first, ...others, ...strange, ...parameters].map((line) => `${line}  `)
}
