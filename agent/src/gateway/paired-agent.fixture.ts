import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Identity, writeIdentity } from '../cloud-link/identity.js'
import { ScriptedCloud, type ScriptedSession } from '../cloud-link/scripted-cloud.fixture.js'
import { sealCredentials } from '../cloud-link/seal-credentials.fixture.js'
import { generateSealingKey } from '../cloud-link/sealed-credentials.js'
import { createLogger } from '../platform/logger.js'
import type { AgentOptions } from '../runtime/agent-context.js'
import { type Agent, startAgent } from './start-agent.js'

/** An agent of a paired data folder, and a cloud whose every word the test decides. */
export class PairedAgent implements AsyncDisposable {
  readonly dataDir: string
  readonly identity: Identity
  readonly cloud: ScriptedCloud
  readonly lines: string[] = []
  agent: Agent | null = null
  #welcomed = 0

  private constructor(dataDir: string, identity: Identity, cloud: ScriptedCloud) {
    this.dataDir = dataDir
    this.identity = identity
    this.cloud = cloud
  }

  static async pair(): Promise<PairedAgent> {
    const dataDir = await mkdtemp(join(tmpdir(), 'agent-paired-'))
    const cloud = await ScriptedCloud.start()
    const identity: Identity = {
      version: 1,
      cloud_url: cloud.url,
      gateway_id: randomUUID(),
      org_id: randomUUID(),
      api_key: `gw_${'k'.repeat(43)}`,
      sealing_key: await generateSealingKey(),
      storage_key: randomBytes(32).toString('base64'),
      paired_at: new Date().toISOString(),
    }
    await writeIdentity(dataDir, identity)
    return new PairedAgent(dataDir, identity, cloud)
  }

  async start(more: Partial<AgentOptions> = {}): Promise<Agent> {
    const log = createLogger({ level: 'debug', human: false, write: (line) => this.lines.push(line) })
    this.agent = await startAgent({ dataDir: this.dataDir, cameraCidrs: ['127.0.0.0/8'], log, ...more })
    return this.agent
  }

  async stop(): Promise<void> {
    await this.agent?.close()
    this.agent = null
  }

  /** The next connection, greeted and welcomed. */
  async session(): Promise<ScriptedSession> {
    const session = await this.cloud.session(this.#welcomed)
    this.#welcomed += 1
    const [hello] = await session.until('hello')
    await session.welcome({ acked_seq: hello?.body.last_acked_seq ?? 0 })
    return session
  }

  /** Seals as the cloud does. */
  seal(username: string, password: string): Promise<string> {
    return sealCredentials(username, password, this.identity.sealing_key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await this.cloud.close()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}
