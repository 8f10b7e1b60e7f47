import { freePort } from '@sightline/protocol/testing'
import { ApiClient } from './api-client.js'
import { Program, runProgram } from './program.js'
import { ProgramLives } from './program-lives.js'
import { until } from './until.js'

/** A cloud process that can be ended and started again on the same port. */
export class CloudNode extends ProgramLives {
  readonly url: string
  /** Where people are told to look. */
  readonly publicUrl: string
  readonly #env: Readonly<Record<string, string>>

  private constructor(url: string, publicUrl: string, env: Readonly<Record<string, string>>) {
    super()
    this.url = url
    this.publicUrl = publicUrl
    this.#env = env
  }

  /** Starts a node and waits until it serves. @param host by which people reach it */
  static async start(env: Readonly<Record<string, string>>, host = '127.0.0.1'): Promise<CloudNode> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const publicUrl = `http://${host}:${port}`
    const places = { HOST: '127.0.0.1', PUBLIC_URL: publicUrl, NODE_URL: url }
    const node = new CloudNode(url, publicUrl, { ...places, ...env, PORT: String(port) })
    await node.start()
    return node
  }

  /** Starts it again after an end. @throws Error at once if it ends at its start */
  async start(): Promise<void> {
    const program = this.begin(() => new Program('cloud/dist/main.js', { env: this.#env }))
    const client = new ApiClient(this.url)
    await until(`the cloud at ${this.url} serves\n${program.output}`, async () => {
      if (program.ending !== null) return true
      return (await client.get('/api/v1/health/ready')).status === 200
    })
    if (program.ending !== null) throw new Error(`the cloud ended at its start:\n${program.output}`)
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  /** Runs an operator's command with the settings of this node. @returns what it printed */
  async operate(...args: string[]): Promise<string> {
    const { code, output } = await runProgram('cloud/dist/cli.js', { args, env: this.#env })
    if (code !== 0) throw new Error(`cloud ${args.join(' ')} ended with ${code}: ${output}`)
    return output
  }
}
