import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Bench } from '../bench-row.js'
import type { BenchCamera } from './bench-cameras.js'
import { Segments } from './segments.js'
import { WatchedSegments } from './watched-segments.js'

/** More than so many processes of the reference do not fit beside the cameras; each costs the same. */
const mostProcesses = 10

/** What one ffmpeg per camera is asked for. */
export type ReferenceKind = 'segments' | 'segments and keyframes'

/** How many processes the reference for so many cameras has: what they cost is divided by their number. */
export const referenceCount = (cameras: number): number => Math.min(cameras, mostProcesses)

/** The reference in the words of the table. */
export function referenceName(kind: ReferenceKind, cameras: number): string {
  const does = kind === 'segments' ? '-c copy to 2 s segments' : '-c copy to 2 s segments, keyframes to gray'
  return `ffmpeg ${does}; ${referenceCount(cameras)} processes`
}

/** One ffmpeg per camera, the usual way, for the first cameras of those given. */
export class ReferenceCameras implements AsyncDisposable {
  readonly pids: readonly number[]
  readonly #running: readonly (Segments | WatchedSegments)[]
  readonly #folder: string

  private constructor(running: readonly (Segments | WatchedSegments)[], folder: string) {
    this.#running = running
    this.#folder = folder
    this.pids = running.map(({ pid }) => pid)
  }

  /** Resolves once each has written. */
  static async start(
    { folder }: Bench,
    kind: ReferenceKind,
    ffmpegPath: string,
    cameras: readonly BenchCamera[],
  ): Promise<ReferenceCameras> {
    const running: (Segments | WatchedSegments)[] = []
    const own = path.join(folder, `reference-${performance.now()}`)
    try {
      for (const [index, camera] of cameras.slice(0, referenceCount(cameras.length)).entries()) {
        const started = kind === 'segments' ? Segments : WatchedSegments
        running.push(await started.start(ffmpegPath, camera, path.join(own, String(index))))
      }
      const writers = running.filter((one) => one instanceof Segments)
      await Promise.all(writers.map((segments) => segments.reach(1)))
      return new ReferenceCameras(running, own)
    } catch (error) {
      await Promise.all(running.map((one) => one[Symbol.asyncDispose]()))
      throw error
    }
  }

  /** Ends them and removes what they wrote: a run of hours would fill the disk. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running.map((one) => one[Symbol.asyncDispose]()))
    await rm(this.#folder, { recursive: true, force: true })
  }
}
