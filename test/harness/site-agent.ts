import { Program, runProgram } from './program.js'
import { ProgramLives } from './program-lives.js'

/** An agent on its own data folder: paired once, run, ended and run again. */
export class SiteAgent extends ProgramLives {
  readonly dataDir: string
  readonly gatewayId: string
  readonly #env: Readonly<Record<string, string>>

  private constructor(dataDir: string, gatewayId: string, env: Readonly<Record<string, string>>) {
    super()
    this.dataDir = dataDir
    this.gatewayId = gatewayId
    this.#env = env
  }

  /** One that was paired before, with what it has on its disk. */
  static paired(options: {
    readonly dataDir: string
    readonly gatewayId: string
    readonly env: Readonly<Record<string, string>>
  }): SiteAgent {
    return new SiteAgent(options.dataDir, options.gatewayId, options.env)
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
  command(...args: string[]) {
    return this.commandWith('', ...args)
  }

  /** As `command`, with that on its standard input. */
  async commandWith(input: string, ...args: string[]) {
    const ended = await runProgram('agent/dist/main.js', {
      args: [...args, '--data-dir', this.dataDir],
      env: this.#env,
      input,
    })
    this.addToLog(ended.output)
    return ended
  }

  /** Begins `agent run`. @param env settings of this life, beside those of all */
  run(env: Readonly<Record<string, string>> = {}): void {
    const args = ['run', '--data-dir', this.dataDir]
    this.begin(() => new Program('agent/dist/main.js', { args, env: { ...this.#env, ...env } }))
  }
}
