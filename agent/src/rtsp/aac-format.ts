import type { PayloadFormat } from './sdp.js'
import type { AudioTrack } from './track.js'

type AacFormat = Pick<AudioTrack, 'clockRate' | 'channels' | 'config' | 'auHeader'>

/** Sampling frequencies by their index in an AudioSpecificConfig (ISO 14496-3 table 1.18). */
const frequencies = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
const lowComplexity = 2
const longestConfig = 64

/** The modes of RFC 3640 section 3.3 that carry AAC, with the lengths that they prescribe. */
const modes = {
  'aac-hbr': { sizeLength: 13, indexLength: 3, indexDeltaLength: 3 },
  'aac-lbr': { sizeLength: 6, indexLength: 2, indexDeltaLength: 2 },
}

/**
 * AAC as `mpeg4-generic` describes it (RFC 3640 section 4.1). Cameras leave the mode, the lengths or the
 * configuration away; then those of AAC-LC in the usual mode are taken.
 * @returns null for what is no AAC, or cannot be recognised.
 */
export function readAac({ clockRate, channels, parameters }: PayloadFormat): AacFormat | null {
  const mode = parameters.get('mode')?.toLowerCase() ?? 'aac-hbr'
  if (mode !== 'aac-hbr' && mode !== 'aac-lbr') return null
  const usual = modes[mode]
  const config = readConfig(parameters.get('config') ?? '') ?? makeConfig(clockRate, channels ?? 1)
  if (config === null) return null
  const length = (name: string, otherwise: number) => readLength(parameters.get(name)) ?? otherwise
  const auHeader = {
    sizeLength: length('sizelength', usual.sizeLength),
    indexLength: length('indexlength', usual.indexLength),
    indexDeltaLength: length('indexdeltalength', usual.indexDeltaLength),
  }
  if (auHeader.sizeLength === 0) return null
  return { clockRate: clockRate ?? frequencyIn(config) ?? 8000, channels: channels ?? 1, config, auHeader }
}

function readConfig(text: string): Buffer | null {
  const hex = text.replaceAll('"', '').trim()
  if (!/^(?:[0-9a-f]{2}){2,}$/i.test(hex) || hex.length > longestConfig * 2) return null
  return Buffer.from(hex, 'hex')
}

/** AAC-LC of this frequency; null where the frequency has no index. */
function makeConfig(frequency: number | null, channels: number): Buffer | null {
  const index = frequencies.indexOf(frequency ?? -1)
  if (index === -1 || channels < 1 || channels > 7) return null
  return Buffer.from([(lowComplexity << 3) | (index >> 1), ((index & 1) << 7) | (channels << 3)])
}

function frequencyIn(config: Buffer): number | null {
  return frequencies[(config.readUInt16BE(0) >> 7) & 0x0f] ?? null
}

function readLength(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,2}$/.test(text) && Number(text) <= 32 ? Number(text) : null
}
