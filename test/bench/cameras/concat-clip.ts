import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FfmpegProcess } from './ffmpeg-process.js'
import { type Segments, segmentSec } from './segments.js'

/**
 * Makes a clip that ends now the usual way: waits until the segment being written is complete, then joins as
 * many as the clip needs into an MP4 with its index first.
 * @returns how long that took, ms
 */
export async function concatClip(ffmpegPath: string, segments: Segments, clipSec: number): Promise<number> {
  const plannedEnd = performance.now()
  const written = await segments.names()
  const complete = (await segments.reach(written.length + 1)).slice(0, written.length)
  const used = complete.slice(-Math.ceil(clipSec / segmentSec) - 1)
  const name = `clip-${written.length}`
  const list = path.join(segments.folder, `${name}.txt`)
  await writeFile(list, used.map((file) => `file '${path.join(segments.folder, file)}'\n`).join(''))
  const args = ['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', '-movflags', '+faststart']
  await new FfmpegProcess(ffmpegPath, [...args, '-y', `${name}.mp4`], segments.folder).succeeded()
  return performance.now() - plannedEnd
}
