import path from 'node:path'
import type { Config } from '../../platform/config.js'
import { FfmpegPrograms } from '../../platform/ffmpeg/ffmpeg.js'
import type { Clock } from '../../platform/time/clock.js'
import type { CutWorkspace } from './cut-pictures.js'
import { WorkFolders } from './work-folder.js'

/** Where pictures are cut: an ffmpeg, a few slots, and folders for the time of the work. */
export class FrameCutter {
  readonly #ffmpeg: FfmpegPrograms
  readonly #folders: WorkFolders
  readonly #clock: Clock

  /** @param folder within the data folder: of this cutter alone */
  constructor(
    { config, clock }: { config: Pick<Config, 'dataDir' | 'ffmpeg'>; clock: Clock },
    folder = 'pictures',
  ) {
    this.#clock = clock
    this.#ffmpeg = new FfmpegPrograms(config.ffmpeg, clock)
    this.#folders = new WorkFolders(path.join(config.dataDir, folder), clock)
  }

  /** Whether there is an ffmpeg; `later`: not just now. */
  isReady(): Promise<'yes' | 'no' | 'later'> {
    return this.#ffmpeg.isThere()
  }

  /** Lends a slot with an empty folder, when it is our turn. @throws the signal's reason */
  work<T>(work: (workspace: CutWorkspace) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#ffmpeg.inTurn(
      () =>
        this.#folders.lend((folder) => work({ ffmpeg: this.#ffmpeg, clock: this.#clock, folder, signal })),
      signal,
    )
  }

  /** Removes what processes left behind that were killed. */
  sweep(): Promise<void> {
    return this.#folders.sweep()
  }
}
