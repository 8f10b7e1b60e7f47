import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'
import { ffmpegForTests } from './encode-video.js'

/** What ffmpeg sees in a clip when it decodes all of it. */
export async function decodeClip(
  path: string,
): Promise<{ pictures: number; said: string; shownSec: number[] }> {
  const { path: ffmpeg } = await ffmpegForTests()
  // prettier-ignore
  const { stdout, stderr } = await promisify(execFile)(ffmpeg, [
    '-hide_banner',
    '-loglevel',
    'warning',
    '-f',
    'mov',
    '-i',
    path,
    '-map',
    '0:v',
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1:1000000',
    '-f',
    'framehash',
    '-',
  ])
  const rows = stdout.split('\n').filter((line) => /^\d/.test(line))
  const shownSec = rows.map((line) => Number(line.split(',')[2]) / 1_000_000)
  return { pictures: rows.length, said: stderr.trim(), shownSec }
}

/** A picture as it stands in a clip. */
export interface ClipPicture {
  /** NAL units behind their lengths. */
  readonly data: Uint8Array
  readonly shownSec: number
}

/** The pictures of a clip in the order in which they are decoded, and how long they are shown together. */
export async function picturesOf(
  path: string,
): Promise<{ readonly pictures: readonly ClipPicture[]; readonly durationSec: number }> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(path) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) throw new Error(`${path} has no video`)
    const pictures: ClipPicture[] = []
    for await (const { data, timestamp } of new EncodedPacketSink(track).packets()) {
      pictures.push({ data, shownSec: timestamp })
    }
    return { pictures, durationSec: await track.computeDuration() }
  } finally {
    input.dispose()
  }
}

/** The names of the outermost boxes of an MP4, in their order. */
export async function outerBoxes(path: string): Promise<string[]> {
  const bytes = await readFile(path)
  const names: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    names.push(bytes.toString('latin1', at + 4, at + 8))
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
  }
  return names
}
