import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Packet, StreamRun } from '../stream/packet.js'

export interface RealStream {
  /** A source of ffmpeg's lavfi, `size` and rate of which are given here as well. */
  readonly source: string
  readonly size: readonly [width: number, height: number]
  readonly fps: number
  readonly encoder: readonly string[]
}

/** Encodes a stream by x264, one slice a picture, as packets of one run that begins at 0. */
export async function realPackets(ffmpegPath: string, stream: RealStream): Promise<Packet[]> {
  const { source, size, fps, encoder } = stream
  const folder = await mkdtemp(join(tmpdir(), 'agent-real-packets-'))
  const [video, times] = [join(folder, 'video'), join(folder, 'times')]
  const x264 = ['-c:v', 'libx264', '-preset', 'superfast', '-threads', '1', '-pix_fmt', 'yuv420p', ...encoder]
  try {
    const input = ['-v', 'error', '-f', 'lavfi', '-i', source, '-map', '0:v', ...x264]
    await promisify(execFile)(ffmpegPath, [...input, '-f', 'tee', `[f=h264]${video}|[f=framecrc]${times}`])
    const shown = (await readFile(times, 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(',').map(Number))
    return packetsOf(await readFile(video), size, fps, shown)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @param times of each picture in decoding order, as framecrc tells them: stream, dts, pts; in pictures */
function packetsOf(
  bytes: Buffer,
  [width, height]: readonly [number, number],
  fps: number,
  times: readonly (readonly number[])[],
): Packet[] {
  const units = nalUnits(bytes)
  const parameterSets = [7, 8].flatMap((type) => units.find((unit) => typeOf(unit) === type) ?? [])
  const run: StreamRun = {
    id: 1,
    startedAtMs: 0,
    video: { codec: 'h264', width, height, parameterSets },
    audio: null,
  }
  const first = times[0]?.[1] ?? 0
  const us = (pictures: number) => Math.round(((pictures - first) * 1_000_000) / fps)
  return units
    .filter((unit) => typeOf(unit) === 1 || typeOf(unit) === 5)
    .map((unit, index) => {
      const [, dts = 0, pts = 0] = times[index] ?? []
      const length = Buffer.alloc(4)
      length.writeUInt32BE(unit.length)
      const data = Buffer.concat([length, unit])
      return { run, track: 'video', ptsUs: us(pts), dtsUs: us(dts), keyframe: typeOf(unit) === 5, data }
    })
}

function typeOf(unit: Buffer): number {
  return (unit[0] ?? 0) & 0x1f
}

/** Cuts a byte stream at its start codes (ITU-T H.264, Annex B). */
function nalUnits(bytes: Buffer): Buffer[] {
  const code = Buffer.from([0, 0, 1])
  const units: Buffer[] = []
  for (let start = bytes.indexOf(code); start !== -1; ) {
    const next = bytes.indexOf(code, start + 3)
    let end = next === -1 ? bytes.length : next
    while (bytes[end - 1] === 0) end -= 1
    units.push(bytes.subarray(start + 3, end))
    start = next
  }
  return units
}
