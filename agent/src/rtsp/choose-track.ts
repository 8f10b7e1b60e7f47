import { readAac } from './aac-format.js'
import { readParameterSets } from './parameter-sets-of.js'
import type { MediaSection, PayloadFormat, SessionDescription } from './sdp.js'
import { StreamFailure } from './stream-failure.js'
import type { AudioTrack, VideoTrack } from './track.js'

/** Payload types with a meaning of their own (RFC 3551 section 6). */
const staticEncodings: Readonly<Record<number, string>> = {
  0: 'PCMU',
  3: 'GSM',
  4: 'G723',
  8: 'PCMA',
  9: 'G722',
  10: 'L16',
  11: 'L16',
  14: 'MPA',
  18: 'G729',
  26: 'JPEG',
  32: 'MPV',
  33: 'MP2T',
}

/**
 * The first H.264 or H.265 track of a description. Its direction is not considered: cameras name it from
 * either side.
 * @throws StreamFailure `no_video`, or `codec` where the video is of another kind.
 */
export function chooseVideo(description: SessionDescription): VideoTrack {
  const sections = description.media.filter(({ kind }) => kind === 'video')
  for (const section of sections) {
    for (const format of section.formats) {
      const track = readVideo(section, format)
      if (track !== null) return track
    }
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
    `the camera sends ${videoNames[other] ?? 'a video format other than H.264 and H.265'}, which is not supported: set this stream to H.264 in the camera`,
  )
}

/** The sound of a description. */
export interface ChosenAudio {
  /** The first track that can be received, or null. */
  readonly track: AudioTrack | null
  /** Kinds of sound that are offered, received or not, as we name them, e.g. PCMA. */
  readonly offered: readonly string[]
  /** Those of them that cannot be received. */
  readonly leftOut: readonly string[]
}

/**
 * The first sound that can be received. What the camera would have us send (`sendonly`, the ONVIF streaming
 * specification's way back) is none of it: doorbells hang up when that is set up.
 */
export function chooseAudio(description: SessionDescription): ChosenAudio {
  const found = description.media
    .filter(({ kind, direction }) => kind === 'audio' && direction !== 'sendonly' && direction !== 'inactive')
    .flatMap((section) => section.formats.map((format) => ({ section, format })))
    .map(({ section, format }) => ({
      name: audioName(encodingOf(format)),
      track: readAudio(section, format),
    }))
  return {
    track: found.find(({ track }) => track !== null)?.track ?? null,
    offered: distinct(found.map(({ name }) => name)),
    leftOut: distinct(found.filter(({ track }) => track === null).map(({ name }) => name)),
  }
}

function readVideo(section: MediaSection, format: PayloadFormat): VideoTrack | null {
  const codec = videoCodecs[encodingOf(format)]
  if (codec === undefined) return null
  return {
    codec,
    payloadType: format.payloadType,
    clockRate: format.clockRate ?? 90_000,
    parameterSets: readParameterSets(codec, format.parameters),
    hasDonl: codec === 'h265' && Number(format.parameters.get('sprop-max-don-diff') ?? 0) > 0,
    control: section.control,
  }
}

function readAudio(section: MediaSection, format: PayloadFormat): AudioTrack | null {
  const { payloadType } = format
  const { control } = section
  switch (encodingOf(format)) {
    case 'PCMA':
    case 'PCMU': {
      const codec = encodingOf(format) === 'PCMA' ? 'pcma' : 'pcmu'
      const clockRate = format.clockRate ?? 8000
      const channels = format.channels ?? 1
      if (clockRate < 4000 || clockRate > 96_000 || channels > 2) return null
      return { codec, payloadType, clockRate, channels, config: null, auHeader: null, control }
    }
    case 'MPEG4-GENERIC': {
      const aac = readAac(format)
      return aac === null ? null : { codec: 'aac', payloadType, ...aac, control }
    }
    default:
      return null
  }
}

function encodingOf(format: PayloadFormat): string {
  if (format.encoding !== null) return format.encoding
  if (format.parameters.has('sprop-parameter-sets')) return 'H264'
  if (format.parameters.has('sprop-sps')) return 'H265'
  return staticEncodings[format.payloadType] ?? 'unknown'
}

const videoCodecs: Readonly<Record<string, VideoTrack['codec']>> = {
  H264: 'h264',
  H265: 'h265',
  HEVC: 'h265',
}

/** Only names that we know: the rest is text of the camera's choosing. */
const videoNames: Readonly<Record<string, string>> = {
  JPEG: 'Motion JPEG',
  MP2T: 'an MPEG transport stream',
  'MP4V-ES': 'MPEG-4 Part 2',
  AV1: 'AV1',
}

const audioNames: Readonly<Record<string, string>> = {
  'MPEG4-GENERIC': 'AAC',
  'MP4A-LATM': 'AAC-LATM',
  MPA: 'MPEG audio',
  GSM: 'GSM',
  L16: 'L16',
  OPUS: 'Opus',
  PCMA: 'PCMA',
  PCMU: 'PCMU',
}

function audioName(encoding: string): string {
  const known = audioNames[encoding]
  if (known !== undefined) return known
  return /^(?:AAL2-)?G7\d\d(?:\.\d)?(?:-\d\d)?$/.test(encoding)
    ? encoding.replace(/^(?:AAL2-)?G/, 'G.')
    : 'unknown'
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}
