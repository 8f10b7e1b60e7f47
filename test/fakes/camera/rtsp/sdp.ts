import type { Picture } from '../picture/picture.js'
import { H264_PAYLOAD_TYPE, PCMA_PAYLOAD_TYPE, VIDEO_CLOCK_RATE } from './rtp-packetiser.js'

/** Which tracks a description names, and how. */
export interface Description {
  /** Null: the stream has no video. */
  readonly picture: Picture | null
  /** Say that the video is Motion JPEG. */
  readonly asJpeg: boolean
  readonly audio: boolean
  /** Leave `sprop-parameter-sets` away: the client has to wait for those in the stream. */
  readonly withoutParameterSets: boolean
  /** Put before each track's control value; empty for relative ones. */
  readonly controlPrefix: string
}

export const VIDEO_TRACK = 'trackID=0'
export const AUDIO_TRACK = 'trackID=1'

/** The static payload type of Motion JPEG (RFC 3551, section 6). */
const JPEG_PAYLOAD_TYPE = 26

function videoLines(picture: Picture, description: Description): string[] {
  const control = `a=control:${description.controlPrefix}${VIDEO_TRACK}`
  if (description.asJpeg) return [`m=video 0 RTP/AVP ${JPEG_PAYLOAD_TYPE}`, 'c=IN IP4 0.0.0.0', control]
  const profile = picture.sps.subarray(1, 4).toString('hex').toUpperCase()
  const sets = `${picture.sps.toString('base64')},${picture.pps.toString('base64')}`
  const sprop = description.withoutParameterSets ? '' : `;sprop-parameter-sets=${sets}`
  return [
    `m=video 0 RTP/AVP ${H264_PAYLOAD_TYPE}`,
    'c=IN IP4 0.0.0.0',
    `a=rtpmap:${H264_PAYLOAD_TYPE} H264/${VIDEO_CLOCK_RATE}`,
    `a=fmtp:${H264_PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profile}${sprop}`,
    control,
  ]
}

function audioLines(description: Description): string[] {
  return [
    `m=audio 0 RTP/AVP ${PCMA_PAYLOAD_TYPE}`,
    `a=rtpmap:${PCMA_PAYLOAD_TYPE} PCMA/8000`,
    `a=control:${description.controlPrefix}${AUDIO_TRACK}`,
  ]
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
    ...(description.audio ? audioLines(description) : []),
  ]
  return `${lines.join('\r\n')}\r\n`
}
