import { Program } from './program.js'

export interface RelayOptions {
  readonly dataDir: string
  readonly cloudUrl: string
  /** The file with the key of the cloud's relays. */
  readonly keyFile: string
  readonly env: Readonly<Record<string, string>>
  readonly cameras?: number
}

/** A relay on its own data folder, with the processes that it starts: run, ended and run again. */
export class Relay implements AsyncDisposable {
  readonly dataDir: string
  readonly #options: RelayOptions
  #program: Program | null = null
  #log = ''

  constructor(options: RelayOptions) {
    this.dataDir = options.dataDir
    this.#options = options
  }

  /** Begins `agent relay`. */
  run(): void {
    if (this.#program && !this.#program.ending) throw new Error('this relay runs already')
    const { dataDir, cloudUrl, keyFile, env, cameras } = this.#options
    this.#program = new Program('agent/dist/main.js', {
      args: [
        'relay',
        '--cloud',
        cloudUrl,
        '--key-file',
        keyFile,
        '--data-dir',
        dataDir,
        ...(cameras === undefined ? [] : ['--cameras', String(cameras)]),
      ],
      env,
      family: true,
    })
  }

  get pid(): number {
    return this.#program?.pid ?? 0
  }

  /** What it and its children wrote, over all its lives. */
  get log(): string {
    return this.#log + (this.#program?.output ?? '')
  }

  /** Ends it and its children as a power cut does. */
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
