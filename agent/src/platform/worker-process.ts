import { type ChildProcess, fork } from 'node:child_process'
import type { Clock } from './clock.js'

export interface WorkerOptions {
  /** A program of this package. */
  readonly program: string
  readonly args: readonly string[]
  readonly clock: Clock
  /** Called with each message that it sends, unchecked. */
  readonly onMessage: (message: unknown) => void
}

/** How a worker ended: its exit code, or null if a signal ended it or it could not be started. */
export interface WorkerEnd {
  readonly code: number | null
  readonly reason: string
}

/**
 * A program of this package as a process of its own. It writes where we write, and learns by the end of the
 * channel between us that we are gone.
 */
export class WorkerProcess {
  /** Resolves, and never rejects, once it is gone. */
  readonly ended: Promise<WorkerEnd>
  readonly #child: ChildProcess
  readonly #clock: Clock

  constructor({ program, args, clock, onMessage }: WorkerOptions) {
    this.#clock = clock
    const child = fork(program, [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#child = child
    child.on('message', onMessage)
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        if (child.pid === undefined) resolve({ code: null, reason: error.message })
      })
      child.once('exit', (code, signal) => resolve({ code, reason: signal ?? `exit code ${code ?? -1}` }))
    })
  }

  get pid(): number | null {
    return this.#child.pid ?? null
  }

  /** Asks it to end in order, and ends it after `graceMs`. Resolves once it is gone. */
  async stop(graceMs: number): Promise<void> {
    this.#child.kill('SIGTERM')
    const cancel = this.#clock.after(graceMs, () => this.#child.kill('SIGKILL'))
    await this.ended
    cancel()
  }
}
