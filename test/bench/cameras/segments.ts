import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchCamera, urlWithAccount } from './bench-cameras.js'
import { FfmpegProcess } from './ffmpeg-process.js'

/** Length of a segment, as recorders built on ffmpeg have it. */
export const segmentSec = 2

/** One camera recorded the usual way: `ffmpeg -c copy` to segments of two seconds. */
export class Segments implements AsyncDisposable {
  readonly folder: string
  readonly #ffmpeg: FfmpegProcess

  private constructor(folder: string, ffmpeg: FfmpegProcess) {
    this.folder = folder
    this.#ffmpeg = ffmpeg
  }

  static async start(ffmpegPath: string, camera: BenchCamera, folder: string): Promise<Segments> {
    await mkdir(folder, { recursive: true })
    const input = ['-rtsp_transport', 'tcp', '-i', urlWithAccount(camera), '-map', '0:v', '-c', 'copy']
    const output = ['-f', 'segment', '-segment_time', String(segmentSec), '-reset_timestamps', '1', '%06d.ts']
    return new Segments(folder, new FfmpegProcess(ffmpegPath, [...input, ...output], folder))
  }

  get pid(): number {
    return this.#ffmpeg.pid
  }

  /** Names of the segments, the oldest first; the last is being written. */
  async names(): Promise<string[]> {
    const names = await readdir(this.folder)
    return names.filter((name) => name.endsWith('.ts')).toSorted()
  }

  /** Resolves once there are so many. @throws Error if ffmpeg ends, or after a minute */
  async reach(count: number): Promise<string[]> {
    let code: number | null | undefined
    void this.#ffmpeg.ended.then((ended) => {
      code = ended
    })
    for (const giveUpAt = performance.now() + 60_000; performance.now() < giveUpAt; await sleep(5)) {
      const names = await this.names()
      if (names.length >= count) return names
      if (code !== undefined) break
    }
    throw new Error(`ffmpeg wrote no ${count} segments to ${path.basename(this.folder)}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ffmpeg[Symbol.asyncDispose]()
  }
}
