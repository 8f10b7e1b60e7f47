import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { JournalRecord } from '#agent/recording/journal-format.js'
import { readAdts } from '#agent/recording/read-adts.js'
import type { AudioFormat } from '#agent/stream/packet.js'
import { ffmpegForTests } from './encode-video.js'

/** A loud square wave of 400 Hz in 20 ms of G.711 at 8 kHz. */
export function g711Tone(codec: 'pcma' | 'pcmu', channels = 1): Buffer {
  const [high, low] = codec === 'pcma' ? [0x85, 0x05] : [0x90, 0x10]
  return Buffer.from(Array.from({ length: 160 * channels }, (_, at) => (at % 20 < 10 ? high : low)))
}

export function soundPacket(ptsUs: number, data: Uint8Array): JournalRecord {
  return { kind: 'packet', track: 'audio', ptsUs, dtsUs: ptsUs, keyframe: true, data }
}

/** G.711 from second to second, as packets of 20 ms. */
export function g711Packets(codec: 'pcma' | 'pcmu', fromSec: number, untilSec: number): JournalRecord[] {
  const count = Math.round((untilSec - fromSec) * 50)
  return Array.from({ length: count }, (_, index) =>
    soundPacket(Math.round(fromSec * 1_000_000) + index * 20_000, g711Tone(codec)),
  )
}

/** A tone in AAC, as an encoder makes it: format and packets of its whole length. */
export async function aacTone(seconds: number): Promise<{ format: AudioFormat; packets: JournalRecord[] }> {
  const { path: ffmpeg } = await ffmpegForTests()
  const source = `sine=frequency=400:sample_rate=16000:duration=${seconds}`
  const { stdout } = await promisify(execFile)(
    ffmpeg,
    ['-v', 'error', '-f', 'lavfi', '-i', source, '-af', 'volume=6', '-c:a', 'aac', '-f', 'adts', 'pipe:1'],
    { encoding: 'buffer' },
  )
  const sound = readAdts(stdout)
  if (sound === null) throw new Error('ffmpeg made no AAC')
  const { config, sampleRate, channels, frames } = sound
  return {
    format: { codec: 'aac', sampleRate, channels, config },
    packets: frames.map((frame, index) => soundPacket(Math.round((index * 1024e6) / sampleRate), frame)),
  }
}

/** How loud each tenth of a second of a clip is, 0 to 1; empty if it has no sound. Fails if ffmpeg complains. */
export async function loudness(path: string): Promise<number[]> {
  const { path: ffmpeg } = await ffmpegForTests()
  const { stdout, stderr } = await promisify(execFile)(
    ffmpeg,
    [
      '-v',
      'warning',
      '-f',
      'mov',
      '-i',
      path,
      '-map',
      '0:a?',
      '-ac',
      '1',
      '-ar',
      '8000',
      '-f',
      's16le',
      'pipe:1',
    ],
    { encoding: 'buffer' },
  ).catch((error: unknown) => {
    // Without a sound there is nothing to write, which ffmpeg takes for a fault.
    if (String(error).includes('does not contain any stream')) return { stdout: Buffer.alloc(0), stderr: '' }
    throw error
  })
  if (stderr.length > 0) throw new Error(`ffmpeg said: ${stderr.toString()}`)
  const tenths: number[] = []
  for (let at = 0; at + 1600 <= stdout.length; at += 1600) {
    let sum = 0
    for (let sample = at; sample < at + 1600; sample += 2) sum += Math.abs(stdout.readInt16LE(sample))
    tenths.push(sum / 800 / 32_768)
  }
  return tenths
}
