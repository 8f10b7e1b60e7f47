/** Fragmented MP4 around single frames (ISO 14496-12), as Media Source Extensions want them. Times are microseconds. */

/** Ticks a second of all tracks. */
export const timescale = 1_000_000

export interface VideoTrack {
  readonly kind: 'video'
  /** `avc1…`, or `hvc1…`/`hev1…` (RFC 6381). */
  readonly codec: string
  /** avcC or hvcC without its head. */
  readonly description: Uint8Array
  readonly width: number
  readonly height: number
}

export interface AacTrack {
  readonly kind: 'aac'
  /** AudioSpecificConfig. */
  readonly config: Uint8Array
  readonly sampleRate: number
  readonly channels: number
}

export interface Sample {
  readonly dtsUs: number
  readonly ctsUs: number
  readonly durationUs: number
  readonly keyframe: boolean
  readonly data: Uint8Array
}

type Part = Uint8Array | number[]

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000].flatMap(u32)

/** The beginning of a stream: what comes is one track of this kind. */
export function initSegment(track: VideoTrack | AacTrack): Uint8Array<ArrayBuffer> {
  const ftyp = box('ftyp', text('isom'), u32(512), text('isom'), text('iso5'), text('mp41'))
  const times = [...u32(0), ...u32(0)]
  const mvhd = fullBox(
    'mvhd',
    0,
    0,
    times,
    u32(timescale),
    u32(0),
    u32(0x10000),
    u16(0x0100),
    zeros(10),
    matrix,
    zeros(24),
    u32(2),
  )
  const trex = fullBox('trex', 0, 0, u32(1), u32(1), u32(0), u32(0), u32(0))
  return joined(ftyp, box('moov', mvhd, trackBox(track), box('mvex', trex)))
}

/** One frame, to be appended as it is. @param number of the fragment, from 1 */
export function mediaSegment(number: number, sample: Sample): Uint8Array<ArrayBuffer> {
  const flags = sample.keyframe ? 0x0200_0000 : 0x0101_0000
  const base = fullBox('tfdt', 1, 0, u64(sample.dtsUs))
  // Default base is moof; data offset, and duration, size, flags and composition offset of the one sample.
  const run = (offset: number): Uint8Array =>
    fullBox(
      'trun',
      0,
      0x000f01,
      u32(1),
      u32(offset),
      u32(sample.durationUs),
      u32(sample.data.length),
      u32(flags),
      u32(sample.ctsUs),
    )
  const moof = (offset: number): Uint8Array<ArrayBuffer> =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(number)),
      box('traf', fullBox('tfhd', 0, 0x020000, u32(1)), base, run(offset)),
    )
  return joined(moof(moof(0).length + 8), box('mdat', sample.data))
}

function trackBox(track: VideoTrack | AacTrack): Uint8Array {
  const isVideo = track.kind === 'video'
  const [width, height] = isVideo ? [track.width, track.height] : [0, 0]
  const volume = isVideo ? 0 : 0x0100
  const tkhd = fullBox(
    'tkhd',
    0,
    7,
    u32(0),
    u32(0),
    u32(1),
    u32(0),
    u32(0),
    zeros(8),
    u16(0),
    u16(0),
    u16(volume),
    u16(0),
    matrix,
    u32(width * 0x10000),
    u32(height * 0x10000),
  )
  const mdhd = fullBox('mdhd', 0, 0, u32(0), u32(0), u32(timescale), u32(0), u16(0x55c4), u16(0))
  const hdlr = fullBox('hdlr', 0, 0, u32(0), text(isVideo ? 'vide' : 'soun'), zeros(12), text('live\0'))
  const header = isVideo ? fullBox('vmhd', 0, 1, zeros(8)) : fullBox('smhd', 0, 0, zeros(4))
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  const entry = isVideo ? videoEntry(track) : aacEntry(track)
  const stbl = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0), u32(0)),
    fullBox('stco', 0, 0, u32(0)),
  )
  return box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', header, dinf, stbl)))
}

function videoEntry({ codec, description, width, height }: VideoTrack): Uint8Array {
  const name = codec.slice(0, 4)
  const configuration = box(name.startsWith('avc') ? 'avcC' : 'hvcC', description)
  const resolution = [...u32(0x48_0000), ...u32(0x48_0000)]
  return box(
    name,
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    resolution,
    u32(0),
    u16(1),
    zeros(32),
    u16(0x18),
    u16(0xffff),
    configuration,
  )
}

function aacEntry({ config, sampleRate, channels }: AacTrack): Uint8Array {
  const decoder = descriptor(4, [0x40, 0x15, ...zeros(11)], descriptor(5, config))
  const esds = fullBox('esds', 0, 0, descriptor(3, [0, 1, 0], decoder, descriptor(6, [2])))
  // Rates beyond 16 bits stand in the configuration alone.
  const rate = sampleRate > 0xffff ? 0 : sampleRate
  return box('mp4a', zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), u32(rate * 0x10000), esds)
}

/** Of ISO 14496-1, with its length in one byte. */
function descriptor(tag: number, ...parts: Part[]): Uint8Array {
  const inner = joined(...parts)
  return Uint8Array.of(tag, inner.length, ...inner)
}

function fullBox(name: string, version: number, flags: number, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  return box(name, u32(version * 0x100_0000 + flags), ...parts)
}

function box(name: string, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return joined(u32(length), text(name), ...parts)
}

/** Pieces, one behind the other. */
export function joined(...parts: Part[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function text(characters: string): number[] {
  return Array.from(characters, (character) => character.charCodeAt(0))
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0)
}

function u16(value: number): number[] {
  return [(value >>> 8) & 0xff, value & 0xff]
}

function u32(value: number): number[] {
  return [(value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]
}

function u64(value: number): number[] {
  return [...u32(Math.floor(value / 2 ** 32)), ...u32(value % 2 ** 32)]
}
