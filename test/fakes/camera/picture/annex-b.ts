/** One coded picture: its slices, without start codes and without parameter sets. */
export interface CodedPicture {
  readonly nalUnits: readonly Buffer[]
  readonly keyframe: boolean
}

export interface ElementaryStream {
  readonly sps: Buffer
  readonly pps: Buffer
  readonly pictures: readonly CodedPicture[]
}

const NAL_SLICE = 1
const NAL_IDR = 5
const NAL_SPS = 7
const NAL_PPS = 8

export function nalType(nal: Uint8Array): number {
  return (nal[0] ?? 0) & 0x1f
}

/** Cuts an H.264 byte stream (ITU-T H.264 annex B) at its start codes. */
export function splitNalUnits(bytes: Buffer): Buffer[] {
  const units: Buffer[] = []
  let start = bytes.indexOf('\0\0\x01', 0, 'latin1')
  while (start !== -1) {
    const next = bytes.indexOf('\0\0\x01', start + 3, 'latin1')
    let end = next === -1 ? bytes.length : next
    // A start code of four bytes leaves a zero behind, and so does trailing_zero_8bits.
    while (end > start + 3 && bytes[end - 1] === 0) end--
    units.push(bytes.subarray(start + 3, end))
    start = next
  }
  return units
}

/** Sorts a byte stream into coded pictures; throws if it lacks parameter sets. */
export function parseElementaryStream(bytes: Buffer): ElementaryStream {
  let sps: Buffer | null = null
  let pps: Buffer | null = null
  const pictures: { nalUnits: Buffer[]; keyframe: boolean }[] = []
  for (const nal of splitNalUnits(bytes)) {
    const type = nalType(nal)
    if (type === NAL_SPS) sps ??= nal
    if (type === NAL_PPS) pps ??= nal
    if (type !== NAL_SLICE && type !== NAL_IDR) continue
    // first_mb_in_slice is the first Exp-Golomb number of the slice header; 0 is a single set bit.
    const beginsPicture = ((nal[1] ?? 0) & 0x80) !== 0
    if (beginsPicture) pictures.push({ nalUnits: [nal], keyframe: type === NAL_IDR })
    else pictures.at(-1)?.nalUnits.push(nal)
  }
  if (sps === null || pps === null) throw new Error('the encoded picture has no parameter sets')
  return { sps, pps, pictures }
}
