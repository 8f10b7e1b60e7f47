import path from 'node:path'
import { systemClock } from '@sightline/agent/testing'
import { findEmbeddedPostgres } from '@sightline/cloud'
import { LoginResponse, SitePage } from '@sightline/protocol'
import { ApiClient } from '../../harness/api-client.js'
import { CloudNode } from '../../harness/cloud-node.js'
import { ended, keep } from '../running.js'
import { seedEvents } from './seed-events.js'

/** Who may sign in. */
export const owner = { email: 'owner@example.com', password: 'Bench-Owner-Passw0rd' } as const

/** The cloud with its own PostgreSQL, as `npm start` runs it, full of events. */
export class ListService implements AsyncDisposable {
  readonly origin: string
  /** A credential of the owner, good for a quarter of an hour. */
  readonly token: string
  readonly postgres: string
  readonly #node: CloudNode

  private constructor(node: CloudNode, token: string, postgres: string) {
    this.#node = node
    this.origin = node.url
    this.token = token
    this.postgres = postgres
  }

  /**
   * @param name of its folder within that of the bench
   * @param cameras whose events they are, the first deleted; 20 if left out
   */
  static async start(folder: string, name: string, events: number, cameras?: number): Promise<ListService> {
    const dataDir = path.join(folder, name)
    const settings = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, ORG_NAME: 'Bench' }
    const node = keep(await CloudNode.start({ DATA_DIR: dataDir, ...settings }))
    const database = await findEmbeddedPostgres(dataDir, systemClock)
    if (database === undefined) throw new Error('the PostgreSQL of the cloud is not to be found')
    const client = new ApiClient(node.url)
    const { orgId, siteId } = await whereToSeed(client)
    const postgres = await seedEvents({
      databaseUrl: database.url,
      orgId,
      siteId,
      events,
      ...(cameras !== undefined && { cameras }),
    })
    return new ListService(node, (await signIn(client)).access_token, postgres)
  }

  /** The process that answers. */
  get pid(): number {
    return this.#node.pid
  }

  async [Symbol.asyncDispose](): Promise<void> {
    ended(this.#node)
    await this.#node[Symbol.asyncDispose]()
  }
}

async function signIn(client: ApiClient) {
  return LoginResponse.parse((await client.post('/api/v1/auth/login', owner)).body)
}

async function whereToSeed(client: ApiClient): Promise<{ orgId: string; siteId: string }> {
  const { user } = await signIn(client)
  await client.login(owner.email, owner.password)
  const [site] = SitePage.parse((await client.get('/api/v1/sites')).body).data
  if (site === undefined) throw new Error('the first start made no site')
  return { orgId: user.org_id, siteId: site.id }
}
