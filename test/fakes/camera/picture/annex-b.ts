export type VideoCodec = 'h264' | 'h265'

/** One coded picture: its slices, and a recovery point before them, without start codes and without parameter sets. */
export interface CodedPicture {
  readonly nalUnits: readonly Buffer[]
  /** An IDR picture, or one at a recovery point (H.264); of H.265 a random access point. */
  readonly keyframe: boolean
  /** How many places later (with B-frames also earlier) it is shown than it is sent. */
  readonly shift: number
}

export interface ElementaryStream {
  /** SPS and PPS, of H.265 a VPS before them. */
  readonly parameterSets: readonly Buffer[]
  /** In the order in which they are decoded. */
  readonly pictures: readonly CodedPicture[]
}

export function nalType(nal: Uint8Array): number {
  return (nal[0] ?? 0) & 0x1f
}

export function hevcNalType(nal: Uint8Array): number {
  return ((nal[0] ?? 0) >> 1) & 0x3f
}

interface Rules {
  /** In the order in which a decoder wants them. */
  readonly parameterSets: readonly number[]
  typeOf(nal: Uint8Array): number
  isSlice(type: number): boolean
  /** Whether a unit in front of a picture says that decoding may begin there. */
  isRecoveryPoint(nal: Uint8Array): boolean
  isKeyframe(type: number): boolean
  /** Whether a slice is the first of its picture. */
  isFirst(nal: Uint8Array): boolean
  /** Whether other pictures may refer to this one. */
  isReference(nal: Uint8Array): boolean
}

const SEI = 6
/** Type of an SEI message (ITU-T H.264, annex D.1). */
const RECOVERY_POINT = 6

const RULES: Readonly<Record<VideoCodec, Rules>> = {
  h264: {
    parameterSets: [7, 8],
    typeOf: nalType,
    isSlice: (type) => type === 1 || type === 5,
    // The encoder puts each SEI message into a unit of its own.
    isRecoveryPoint: (nal) => nalType(nal) === SEI && nal[1] === RECOVERY_POINT,
    isKeyframe: (type) => type === 5,
    // first_mb_in_slice is the first Exp-Golomb number of the slice header; 0 is a single set bit.
    isFirst: (nal) => ((nal[1] ?? 0) & 0x80) !== 0,
    isReference: (nal) => ((nal[0] ?? 0) & 0x60) !== 0,
  },
  h265: {
    parameterSets: [32, 33, 34],
    typeOf: hevcNalType,
    isSlice: (type) => type <= 21,
    isRecoveryPoint: () => false,
    isKeyframe: (type) => type >= 16,
    isFirst: (nal) => ((nal[2] ?? 0) & 0x80) !== 0,
    isReference: (nal) => hevcNalType(nal) > 15 || hevcNalType(nal) % 2 === 1,
  },
}

/** Cuts a byte stream (ITU-T H.264 and H.265, annex B) at its start codes. */
function splitNalUnits(bytes: Buffer): Buffer[] {
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
export function parseElementaryStream(bytes: Buffer, codec: VideoCodec): ElementaryStream {
  const rules = RULES[codec]
  const sets = new Map<number, Buffer>()
  const pictures: { nalUnits: Buffer[]; keyframe: boolean; reference: boolean }[] = []
  let ahead: Buffer[] = []
  for (const nal of splitNalUnits(bytes)) {
    const type = rules.typeOf(nal)
    if (rules.parameterSets.includes(type) && !sets.has(type)) sets.set(type, nal)
    if (rules.isRecoveryPoint(nal)) ahead.push(nal)
    if (!rules.isSlice(type)) continue
    if (!rules.isFirst(nal)) pictures.at(-1)?.nalUnits.push(nal)
    else {
      pictures.push({
        nalUnits: [...ahead, nal],
        keyframe: rules.isKeyframe(type) || ahead.length > 0,
        reference: rules.isReference(nal),
      })
      ahead = []
    }
  }
  const parameterSets = rules.parameterSets.flatMap((type) => sets.get(type) ?? [])
  if (parameterSets.length < rules.parameterSets.length) {
    throw new Error('the encoded picture has no parameter sets')
  }
  return {
    parameterSets,
    pictures: pictures.map(({ nalUnits, keyframe }, at) => ({
      nalUnits,
      keyframe,
      shift: shiftOf(pictures, at),
    })),
  }
}

/** A B-frame comes behind the reference that is shown after it; our encoders make no others. */
function shiftOf(pictures: readonly { readonly reference: boolean }[], at: number): number {
  if (pictures[at]?.reference === false) return -1
  const next = pictures.findIndex(({ reference }, other) => other > at && reference)
  return (next === -1 ? pictures.length : next) - 1 - at
}
