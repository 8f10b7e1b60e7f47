import { type ChildProcess, fork } from 'node:child_process'
import type { Clock } from './clock.js'
import { messageOf } from './errors.js'

interface WorkerOptions {
  /** A program of this package. */
  readonly program: string
  readonly args: readonly string[]
  readonly clock: Clock
  /** Called with each message that it sends, unchecked. */
  readonly onMessage: (message: unknown) => void
}

/** How a worker ended: its exit code, or null if a signal ended it or it could not be started. */
interface WorkerEnd {
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
  /** Null if it could not be started. */
  readonly #child: ChildProcess | null
  readonly #clock: Clock

  constructor({ program, args, clock, onMessage }: WorkerOptions) {
    this.#clock = clock
    const child = forked(program, args)
    if (typeof child === 'string') {
      this.#child = null
      this.ended = Promise.resolve({ code: null, reason: child })
      return
    }
    this.#child = child
    child.on('message', onMessage)
    this.ended = new Promise((resolve) => {
      // Heard for as long as it lives: an error that nobody hears would end this process.
      child.on('error', (error) => {
        if (child.pid === undefined) resolve({ code: null, reason: error.message })
      })
      child.once('exit', (code, signal) => resolve({ code, reason: signal ?? `exit code ${code ?? -1}` }))
    })
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** Asks it to end in order, and ends it after `graceMs`. Resolves once it is gone. */
  async stop(graceMs: number): Promise<void> {
    this.#child?.kill('SIGTERM')
    const cancel = this.#clock.after(graceMs, () => this.#child?.kill('SIGKILL'))
    await this.ended
    cancel()
  }
}

/** @returns the child, or why a machine out of memory starts none */
function forked(program: string, args: readonly string[]): ChildProcess | string {
  try {
    return fork(program, [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  } catch (error) {
    return messageOf(error)
  }
}
