import { randomUUID } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../ffmpeg.js'
import { cacheFolder } from '../picture/picture.js'

/** What a track of sound is: described and set up, and sent or not. */
export type AudioOption = 'none' | 'tone' | 'tone-pcmu' | 'tone-aac' | 'silent-track'

/** A tone that goes round and round, a payload at a time. */
export interface AudioSource {
  readonly payloadType: number
  readonly clockRate: number
  /** Ticks from one payload to the next. */
  readonly ticks: number
  /** False for a track that never sends. */
  readonly sends: boolean
  /** Whether each payload bears the marker bit: as the end of an access unit, rather than a beginning of talk. */
  readonly marks: boolean
  /** Lines of the description, without the control. */
  readonly description: readonly string[]
  /** @param index how many payloads were sent. */
  payload(index: number): Buffer
}

const G711_SAMPLES = 160
const AAC_RATE = 16_000
const AAC_FRAME = 1024
const AAC_PAYLOAD_TYPE = 97
/** AudioSpecificConfig: AAC-LC, 16 kHz, one channel. */
const AAC_CONFIG = '1408'

/** The source of a track with sound; encodes it first where the cache has none. Null without a track. */
export async function loadAudio(option: AudioOption): Promise<AudioSource | null> {
  switch (option) {
    case 'none':
      return null
    case 'silent-track':
      return SILENT_TRACK
    case 'tone':
      return g711('PCMA', 8, [0x85, 0x05], true)
    case 'tone-pcmu':
      return g711('PCMU', 0, [0x90, 0x10], true)
    case 'tone-aac':
      return aac(await aacFrames())
  }
}

/** A track that never sends. */
export const SILENT_TRACK = g711('PCMA', 8, [0x85, 0x05], false)

/** A square wave of about 440 Hz. */
function g711(
  name: string,
  payloadType: number,
  [high, low]: readonly [number, number],
  sends: boolean,
): AudioSource {
  const wave = Buffer.from(Array.from({ length: G711_SAMPLES }, (_, i) => (i % 18 < 9 ? high : low)))
  return {
    payloadType,
    clockRate: 8000,
    ticks: G711_SAMPLES,
    sends,
    marks: false,
    description: [`m=audio 0 RTP/AVP ${payloadType}`, `a=rtpmap:${payloadType} ${name}/8000`],
    payload: () => wave,
  }
}

function aac(frames: readonly Buffer[]): AudioSource {
  return {
    payloadType: AAC_PAYLOAD_TYPE,
    clockRate: AAC_RATE,
    ticks: AAC_FRAME,
    sends: true,
    marks: true,
    description: [
      `m=audio 0 RTP/AVP ${AAC_PAYLOAD_TYPE}`,
      `a=rtpmap:${AAC_PAYLOAD_TYPE} MPEG4-GENERIC/${AAC_RATE}/1`,
      `a=fmtp:${AAC_PAYLOAD_TYPE} streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;` +
        `indexdeltalength=3;config=${AAC_CONFIG}`,
    ],
    payload: (index) => withHeader(frames[index % frames.length] ?? Buffer.alloc(0)),
  }
}

/** One access unit with its header (RFC 3640 section 3.2.1). */
function withHeader(unit: Buffer): Buffer {
  const header = Buffer.from([0, 16, 0, 0])
  header.writeUInt16BE(unit.length << 3, 2)
  return Buffer.concat([header, unit])
}

async function aacFrames(): Promise<Buffer[]> {
  const file = join(await cacheFolder(), 'tone-16000-1.aac')
  const cached = await readFile(file).catch(() => null)
  if (cached !== null) return adtsFrames(cached)
  const unfinished = `${file}.${randomUUID()}.part`
  try {
    const source = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${AAC_RATE}:duration=8`]
    const coder = ['-af', 'volume=6', '-c:a', 'aac', '-b:a', '32k', '-f', 'adts', unfinished]
    const result = await runFfmpeg(['-v', 'error', '-y', ...source, ...coder])
    if (result.exitCode !== 0) throw new Error(`ffmpeg could not encode the tone: ${result.stderr.trim()}`)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
  return adtsFrames(await readFile(file))
}

/** The access units of an ADTS file without checksums (ISO 14496-3 section 1.A.2.2), the encoder's first ones left out. */
function adtsFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  for (let at = 0; at + 7 <= bytes.length; ) {
    const size = (bytes.readUInt32BE(at + 2) >>> 5) & 0x1fff || 7
    frames.push(bytes.subarray(at + 7, at + size))
    at += size
  }
  return frames.slice(2)
}
