import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
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
