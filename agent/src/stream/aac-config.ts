import { BitReader } from './bit-reader.js'

/** What an AudioSpecificConfig says (ISO 14496-3 section 1.6.2.1). */
interface AacConfig {
  /** 2 is AAC-LC, 5 and 29 are HE-AAC. */
  readonly objectType: number
  /** Hz, of the core: with HE-AAC half of what is heard. */
  readonly sampleRate: number
  /** Null where the stream itself says so. */
  readonly channels: number | null
  /** Samples of the core in one access unit. */
  readonly frameSamples: 1024 | 960
}

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
const escaped = 31
const explicitRate = 15
const highEfficiency: readonly number[] = [5, 29]

/** @returns null if it is damaged or says nothing that can be played. */
export function readAacConfig(config: Uint8Array): AacConfig | null {
  try {
    return read(new BitReader(config, 0))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function read(bits: BitReader): AacConfig | null {
  const objectType = readObjectType(bits)
  const sampleRate = readRate(bits)
  const channelCode = bits.readBits(4)
  if (highEfficiency.includes(objectType)) {
    readRate(bits)
    readObjectType(bits)
  }
  const frameSamples = bits.readBit() === 1 ? 960 : 1024
  if (objectType === 0 || sampleRate === null || sampleRate < 7000 || sampleRate > 96_000) return null
  if (channelCode > 7) return null
  const channels = channelCode === 0 ? null : channelCode === 7 ? 8 : channelCode
  return { objectType, sampleRate, channels, frameSamples }
}

function readObjectType(bits: BitReader): number {
  const type = bits.readBits(5)
  return type === escaped ? 32 + bits.readBits(6) : type
}

function readRate(bits: BitReader): number | null {
  const code = bits.readBits(4)
  return code === explicitRate ? bits.readBits(24) : (rates[code] ?? null)
}
