import type { Program } from './program.js'

/** A program that is run, ended and run again, and what it wrote over all its lives. */
export abstract class ProgramLives implements AsyncDisposable {
  #program: Program | null = null
  #log = ''

  /** A life begins. @throws if the one before has not ended */
  protected begin(start: () => Program): Program {
    if (this.#program && !this.#program.ending) throw new Error('it runs already')
    this.#forget()
    this.#program = start()
    return this.#program
  }

  /** Adds what another program of its own wrote. */
  protected addToLog(output: string): void {
    this.#log += output
  }

  get pid(): number {
    return this.#program?.pid ?? 0
  }

  /** What it wrote, over all its lives. */
  get log(): string {
    return this.#log + (this.#program?.output ?? '')
  }

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    await this.#program?.kill()
    this.#forget()
  }

  /** Ends in order. @returns its exit code */
  async stop(): Promise<number | null> {
    const ending = await this.#program?.end()
    this.#forget()
    return ending?.code ?? null
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program?.[Symbol.asyncDispose]()
    this.#forget()
  }

  #forget(): void {
    this.#log = this.log
    this.#program = null
  }
}
