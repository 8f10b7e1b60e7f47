import { type ChildProcess, spawn } from 'node:child_process'
import { ended, keep } from '../running.js'

/** An ffmpeg that runs until it is ended, or by itself. */
export class FfmpegProcess implements AsyncDisposable {
  /** Resolves with the exit code, or null for one that was killed. */
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess
  #complaint = ''

  constructor(path: string, args: readonly string[], folder: string) {
    this.#child = spawn(path, ['-hide_banner', '-nostdin', '-v', 'error', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString('utf8')).slice(-2000)
    })
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject)
      this.#child.once('close', (code) => resolve(code))
    })
    this.ended.catch(() => undefined)
    keep(this)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Resolves when it has written something to its standard output. @throws Error if it ends before */
  async wrote(): Promise<void> {
    await Promise.race([
      new Promise((resolve) => this.#child.stdout?.once('data', resolve)),
      this.ended.then((code) => {
        throw new Error(`ffmpeg ended with ${code}: ${this.#complaint}`)
      }),
    ])
    this.#child.stdout?.resume()
  }

  /** Resolves once it has ended well. @throws Error if it did not */
  async succeeded(): Promise<void> {
    const code = await this.ended
    ended(this)
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${this.#complaint}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    ended(this)
    this.#child.kill('SIGKILL')
    await this.ended.catch(() => undefined)
  }
}
