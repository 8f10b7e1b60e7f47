import { Program } from './program.js'
import { ProgramLives } from './program-lives.js'

export interface RelayOptions {
  readonly dataDir: string
  readonly cloudUrl: string
  /** The file with the key of the cloud's relays. */
  readonly keyFile: string
  readonly env: Readonly<Record<string, string>>
  readonly cameras?: number
}

/** A relay on its own data folder, with the processes that it starts: run, ended and run again. */
export class Relay extends ProgramLives {
  readonly dataDir: string
  readonly #options: RelayOptions

  constructor(options: RelayOptions) {
    super()
    this.dataDir = options.dataDir
    this.#options = options
  }

  /** Begins `agent relay`. */
  run(): void {
    const { dataDir, cloudUrl, keyFile, env, cameras } = this.#options
    const limit = cameras === undefined ? [] : ['--cameras', String(cameras)]
    const args = ['relay', '--cloud', cloudUrl, '--key-file', keyFile, '--data-dir', dataDir, ...limit]
    this.begin(() => new Program('agent/dist/main.js', { args, env, family: true }))
  }
}
