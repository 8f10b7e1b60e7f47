import { open } from 'node:fs/promises'
import { devNull } from 'node:os'
import type { Clock } from './clock.js'
import { codeOf } from './errors.js'
import type { Logger } from './logger.js'

const lookEveryMs = 2000

interface OpenFilesWatchDeps {
  readonly clock: Clock
  readonly log: Logger
  /** Opens a file and closes it again. */
  readonly tryFile?: () => Promise<void>
}

/**
 * Says when the process, or its machine, has no open file left, and when there is one again. Nothing else says that: a
 * server simply takes nobody meanwhile.
 */
export class OpenFilesWatch {
  readonly #deps: OpenFilesWatchDeps
  /** Since when there is none, ms of the monotonic clock; null while there is. */
  #shortSinceMs: number | null = null

  constructor(deps: OpenFilesWatchDeps) {
    this.#deps = deps
  }

  /** Watches until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps
    while (!signal.aborted) {
      await this.look()
      await clock.delay(lookEveryMs, { signal }).catch(() => undefined)
    }
  }

  async look(): Promise<void> {
    const { clock, log, tryFile = openNothing } = this.#deps
    const failure = await tryFile().then(
      () => null,
      (error: unknown) => error,
    )
    const nowMs = clock.monotonic()
    if (failure !== null && isOutOfFiles(failure)) {
      if (this.#shortSinceMs === null) log.error({ err: failure }, 'files.none_left')
      this.#shortSinceMs ??= nowMs
    } else if (this.#shortSinceMs !== null) {
      const seconds = Math.round((nowMs - this.#shortSinceMs) / 1000)
      this.#shortSinceMs = null
      log.info({ seconds }, 'files.free_again')
    }
  }
}

async function openNothing(): Promise<void> {
  const file = await open(devNull)
  await file.close()
}

/** Whether `error` says that this process, or the machine, may open no further file. */
function isOutOfFiles(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EMFILE' || code === 'ENFILE'
}
