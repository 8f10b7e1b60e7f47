import { Program, runProgram } from './program.js'

/** An agent on its own data folder: paired once, run, ended and run again. */
export class SiteAgent implements AsyncDisposable {
  readonly dataDir: string
  readonly gatewayId: string
  readonly #env: Readonly<Record<string, string>>
  #program: Program | null = null
  #log = ''

  private constructor(dataDir: string, gatewayId: string, env: Readonly<Record<string, string>>) {
    this.dataDir = dataDir
    this.gatewayId = gatewayId
    this.#env = env
  }

  /** Pairs by the command that an installer types. */
  static async pair(options: {
    readonly dataDir: string
    readonly gatewayId: string
    readonly code: string
    readonly cloudUrl: string
    readonly env: Readonly<Record<string, string>>
  }): Promise<SiteAgent> {
    const { dataDir, gatewayId, code, cloudUrl, env } = options
    const agent = new SiteAgent(dataDir, gatewayId, env)
    const ended = await agent.command('pair', code, '--cloud', cloudUrl)
    if (ended.code !== 0) throw new Error(`pairing ended with ${ended.code}:\n${ended.output}`)
    return agent
  }

  /** Runs one command of the agent to its end. */
  async command(...args: string[]) {
    const ended = await runProgram('agent/dist/main.js', {
      args: [...args, '--data-dir', this.dataDir],
      env: this.#env,
    })
    this.#log += ended.output
    return ended
  }

  /** Begins `agent run`. */
  run(): void {
    if (this.#program && !this.#program.ending) throw new Error('this agent runs already')
    this.#program = new Program('agent/dist/main.js', {
      args: ['run', '--data-dir', this.dataDir],
      env: this.#env,
    })
  }

  get pid(): number {
    return this.#program?.pid ?? 0
  }

  /** What its commands and runs wrote. */
  get log(): string {
    return this.#log + (this.#program?.output ?? '')
  }

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
