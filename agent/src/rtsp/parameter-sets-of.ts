import type { VideoTrack } from './track.js'

/** Where a description holds parameter sets, and which NAL units they are. */
const places = {
  /** RFC 6184 section 8.1. */
  h264: { names: ['sprop-parameter-sets'], isSet: (head: number) => [7, 8].includes(head & 0x1f) },
  /** RFC 7798 section 7.1. */
  h265: {
    names: ['sprop-vps', 'sprop-sps', 'sprop-pps'],
    isSet: (head: number) => [32, 33, 34].includes((head >> 1) & 0x3f),
  },
} satisfies Record<VideoTrack['codec'], { names: readonly string[]; isSet: (head: number) => boolean }>

/** More than any encoder has; a description of 64 KiB could name thousands. */
const mostSets = 32

/** The parameter sets in a format's parameters: Base64, comma-separated; start codes in them are tolerated. */
export function readParameterSets(
  codec: VideoTrack['codec'],
  parameters: ReadonlyMap<string, string>,
): Uint8Array[] {
  const { names, isSet } = places[codec]
  return names
    .flatMap((name) => (parameters.get(name) ?? '').split(','))
    .map((part) => withoutStartCode(Buffer.from(part.trim(), 'base64')))
    .filter((unit) => unit.length > 2 && isSet(unit[0] ?? 0))
    .slice(0, mostSets)
}

function withoutStartCode(unit: Buffer): Buffer {
  const zeros = unit.findIndex((byte) => byte !== 0)
  return zeros >= 2 && unit[zeros] === 1 ? unit.subarray(zeros + 1) : unit
}
