import { mkdir } from 'node:fs/promises'
import { type BenchCamera, urlWithAccount } from './bench-cameras.js'
import { FfmpegProcess } from './ffmpeg-process.js'
import { segmentSec } from './segments.js'

/** One camera recorded and watched the usual way: ffmpeg copies to segments, and decodes keyframes to a gray pipe. */
export class WatchedSegments implements AsyncDisposable {
  readonly #ffmpeg: FfmpegProcess

  private constructor(ffmpeg: FfmpegProcess) {
    this.#ffmpeg = ffmpeg
  }

  /** Resolves once pictures come. @throws Error if ffmpeg ends before */
  static async start(ffmpegPath: string, camera: BenchCamera, folder: string): Promise<WatchedSegments> {
    await mkdir(folder, { recursive: true })
    const input = ['-skip_frame', 'nokey', '-rtsp_transport', 'tcp', '-i', urlWithAccount(camera)]
    const copy = ['-map', '0:v', '-c', 'copy', '-f', 'segment', '-segment_time', String(segmentSec)]
    const segments = [...copy, '-reset_timestamps', '1', '%06d.ts']
    const gray = ['-map', '0:v', '-vf', 'scale=160:90,format=gray', '-fps_mode', 'passthrough']
    const pipe = [...gray, '-f', 'rawvideo', 'pipe:1']
    const ffmpeg = new FfmpegProcess(ffmpegPath, [...input, ...segments, ...pipe], folder)
    await ffmpeg.wrote()
    return new WatchedSegments(ffmpeg)
  }

  get pid(): number {
    return this.#ffmpeg.pid
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ffmpeg[Symbol.asyncDispose]()
  }
}
