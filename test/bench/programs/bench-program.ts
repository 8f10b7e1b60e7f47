import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ended, keep } from '../running.js'

const Reply = z.union([z.object({ answer: z.unknown() }), z.object({ problem: z.string() })])

const endMs = 10_000

/** A program of this folder in a process of its own, so that what it costs is its own. */
export class BenchProgram implements AsyncDisposable {
  readonly #name: string
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  #complaint = ''

  /** @param name of the file, such as `ring` for `ring.program.ts` */
  constructor(name: string) {
    this.#name = name
    const file = fileURLToPath(new URL(`./${name}.program.js`, import.meta.url))
    this.#child = fork(file, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] })
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString('utf8')).slice(-4000)
    })
    this.#ended = new Promise((resolve) => {
      // Not 'close', which does not come where this side hung up first.
      this.#child.once('exit', () => resolve())
      this.#child.once('error', () => resolve())
    })
    keep(this)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Asks the program, one question at a time. @throws Error if it fails, ends, or answers something else */
  async ask<T extends z.ZodType>(question: object, answer: T): Promise<z.infer<T>> {
    const reply = new Promise<unknown>((resolve, reject) => {
      this.#child.once('message', resolve)
      void this.#ended.then(() => reject(new Error(`the program ${this.#name} ended: ${this.#complaint}`)))
    })
    this.#child.send(question)
    const told = Reply.parse(await reply)
    if ('problem' in told) throw new Error(`${this.#name}: ${told.problem}`)
    return answer.parse(told.answer)
  }

  /** Hangs up, upon which it ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    ended(this)
    if (this.#child.connected) this.#child.disconnect()
    const force = setTimeout(() => this.#child.kill('SIGKILL'), endMs)
    await this.#ended
    clearTimeout(force)
  }
}
