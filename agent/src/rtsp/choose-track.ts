import type { MediaSection, PayloadFormat, SessionDescription } from './sdp.js'
import { StreamFailure } from './stream-failure.js'

/** The video track that is played. */
export interface VideoTrack {
  readonly codec: 'h264'
  readonly payloadType: number
  /** Ticks of RTP timestamps per second. */
  readonly clockRate: number
  /** SPS and PPS out of the description; may be empty, wrong or older than those in the stream. */
  readonly parameterSets: readonly Uint8Array[]
  readonly control: string | null
}

/** Payload types with a meaning of their own (RFC 3551 section 6). */
const staticEncodings: Readonly<Record<number, string>> = {
  0: 'PCMU',
  8: 'PCMA',
  26: 'JPEG',
  32: 'MPV',
  33: 'MP2T',
}

/**
 * The first H.264 track of a description.
 * @throws StreamFailure `no_video`, or `codec` where the video is of another kind.
 */
export function chooseVideo(description: SessionDescription): VideoTrack {
  const sections = description.media.filter(({ kind }) => kind === 'video')
  for (const section of sections) {
    const format = section.formats.find((candidate) => encodingOf(candidate) === 'H264')
    if (format !== undefined) return toTrack(section, format)
  }
  const other = sections.flatMap(({ formats }) => formats).map(encodingOf)[0]
  if (sections.length === 0 || other === undefined) {
    throw new StreamFailure(
      'no_video',
      'the stream has no video: check the path of the address, or enable video in the camera',
    )
  }
  throw new StreamFailure(
    'codec',
    `the camera sends ${nameOf(other)}, which is not supported yet: set this stream to H.264 in the camera`,
  )
}

/** The encodings of the sound that the stream offers, e.g. PCMA. */
export function audioEncodings(description: SessionDescription): string[] {
  const formats = description.media
    .filter(({ kind }) => kind === 'audio')
    .flatMap((section) => section.formats)
  return formats.map(encodingOf).filter((encoding) => encoding !== 'unknown')
}

function toTrack(section: MediaSection, format: PayloadFormat): VideoTrack {
  return {
    codec: 'h264',
    payloadType: format.payloadType,
    clockRate: format.clockRate ?? 90_000,
    parameterSets: readParameterSets(format.parameters.get('sprop-parameter-sets') ?? ''),
    control: section.control,
  }
}

function encodingOf(format: PayloadFormat): string {
  if (format.encoding !== null) return format.encoding
  if (format.parameters.has('sprop-parameter-sets')) return 'H264'
  return staticEncodings[format.payloadType] ?? 'unknown'
}

const names: Readonly<Record<string, string>> = {
  H265: 'H.265',
  HEVC: 'H.265',
  JPEG: 'Motion JPEG',
  MP2T: 'an MPEG transport stream',
  'MP4V-ES': 'MPEG-4 Part 2',
}

/** Only names that we know: the rest is text of the camera's choosing. */
function nameOf(encoding: string): string {
  return names[encoding] ?? 'a video format other than H.264'
}

/** `sprop-parameter-sets` (RFC 6184 section 8.1): Base64, comma-separated; start codes in it are tolerated. */
function readParameterSets(text: string): Uint8Array[] {
  return text
    .split(',')
    .map((part) => withoutStartCode(Buffer.from(part.trim(), 'base64')))
    .filter((unit) => unit.length > 1 && [7, 8].includes((unit[0] ?? 0) & 0x1f))
}

function withoutStartCode(unit: Buffer): Buffer {
  const zeros = unit.findIndex((byte) => byte !== 0)
  return zeros >= 2 && unit[zeros] === 1 ? unit.subarray(zeros + 1) : unit
}
