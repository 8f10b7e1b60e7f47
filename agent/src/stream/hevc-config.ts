import type { DecoderConfig } from './avc-config.js'
import { readHevcSps } from './hevc-sequence-parameter-set.js'

/**
 * Decoder configuration of H.265 (ISO/IEC 14496-15, 8.3.3.1), from the parameter sets as the camera
 * sent them. They stand in the configuration only, which is what `hvc1` means and Apple's players ask for.
 * @throws RangeError if VPS, SPS or PPS is missing or the SPS is damaged.
 */
export function hevcConfig(parameterSets: readonly Uint8Array[]): DecoderConfig {
  const arrays = unitTypes.map((type) => ({
    type,
    units: parameterSets.filter((unit) => (((unit[0] ?? 0) >> 1) & 0x3f) === type),
  }))
  const sps = arrays.find(({ type }) => type === spsType)?.units[0]
  if (sps === undefined || arrays.some(({ units }) => units.length === 0)) {
    throw new RangeError('the stream lacks a video, sequence or picture parameter set')
  }
  const facts = readHevcSps(sps)
  if (facts === null) throw new RangeError('the sequence parameter set of the stream is damaged')
  const parts: (readonly number[] | Uint8Array)[] = [
    [1],
    facts.profileTierLevel,
    // No minimum segmentation, unknown parallelism.
    [0xf0, 0, 0xfc, 0xfc | facts.chromaFormat, 0xf8 | facts.lumaBits, 0xf8 | facts.chromaBits],
    // No statement about the frame rate; lengths of four bytes.
    [0, 0, (facts.temporalLayers << 3) | (facts.nested << 2) | 3, arrays.length],
    ...arrays.flatMap(({ type, units }) => [
      [0x80 | type, units.length >> 8, units.length & 0xff],
      ...units.flatMap((unit) => [[unit.length >> 8, unit.length & 0xff], unit]),
    ]),
  ]
  return {
    codec: codecName(facts.profileTierLevel),
    description: Buffer.concat(parts.map((part) => Buffer.from(part))),
  }
}

const spsType = 33
const unitTypes = [32, spsType, 34] as const

/** ISO/IEC 14496-15, annex E.3: `hvc1.1.6.L93.B0`. */
function codecName(profileTierLevel: Buffer): string {
  const first = profileTierLevel.readUInt8(0)
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? ''
  const tier = (first & 0x20) === 0 ? 'L' : 'H'
  const compatibility = reversedBits(profileTierLevel.readUInt32BE(1)).toString(16)
  const constraints = [...profileTierLevel.subarray(5, 11)].map((byte) => byte.toString(16).toUpperCase())
  while (constraints.at(-1) === '0') constraints.pop()
  const level = profileTierLevel.readUInt8(11)
  return ['hvc1', `${space}${first & 0x1f}`, compatibility, `${tier}${level}`, ...constraints].join('.')
}

function reversedBits(value: number): number {
  let reversed = 0
  for (let bit = 0; bit < 32; bit += 1) reversed = reversed * 2 + ((value >>> bit) & 1)
  return reversed
}
