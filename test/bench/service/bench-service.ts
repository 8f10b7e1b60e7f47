import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { systemClock } from '@sightline/agent/testing'
import { findEmbeddedPostgres } from '@sightline/cloud'
import { LoginResponse, SitePage, UserCreated } from '@sightline/protocol'
import pg from 'pg'
import type { z } from 'zod'
import { ApiClient } from '../../harness/api-client.js'
import { CloudNode } from '../../harness/cloud-node.js'
import { ended, keep } from '../running.js'

/** Who owns every organisation of the bench. */
const password = 'Bench-Owner-Passw0rd'

/** An organisation of the service, and its owner signed in. */
export interface BenchOrg {
  readonly api: ApiClient
  readonly orgId: string
  readonly siteId: string
  /** The owner's access token, good for a quarter of an hour. */
  readonly token: string
}

/** Somebody who may see one site, signed in. */
export interface BenchViewer {
  readonly id: string
  readonly api: ApiClient
}

/** The built cloud with its own PostgreSQL, as `npm start` runs it. */
export class BenchService implements AsyncDisposable {
  readonly origin: string
  /** The organisation of the first start. */
  readonly org: BenchOrg
  /** PostgreSQL as its superuser: to fill in, to look, and for references that work on the same server. */
  readonly databaseUrl: string
  readonly postgres: string
  readonly #node: CloudNode
  readonly #further: CloudNode[] = []
  readonly #settings: Readonly<Record<string, string>>
  readonly #database: pg.Client

  private constructor(
    node: CloudNode,
    database: pg.Client,
    org: BenchOrg,
    found: { url: string; version: string; settings: Readonly<Record<string, string>> },
  ) {
    this.#node = node
    this.#database = database
    this.origin = node.url
    this.org = org
    this.databaseUrl = found.url
    this.postgres = found.version
    this.#settings = found.settings
  }

  /** @param env settings beside those of the bench */
  static async start(folder: string, env: Readonly<Record<string, string>> = {}): Promise<BenchService> {
    // The rows of a run share the folder, but no database.
    const dataDir = path.join(folder, `cloud-${randomUUID()}`)
    const settings = {
      DATA_DIR: dataDir,
      MASTER_KEY: randomBytes(32).toString('hex'),
      OWNER_EMAIL: ownerOf('Bench'),
      OWNER_PASSWORD: password,
      ORG_NAME: 'Bench',
      ...env,
    }
    const node = await CloudNode.start(settings)
    const found = await findEmbeddedPostgres(dataDir, systemClock)
    if (found === undefined) throw new Error('the PostgreSQL of the cloud is not to be found')
    const database = new pg.Client({ connectionString: found.url })
    database.on('error', () => undefined)
    await database.connect()
    const { rows } = await database.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const org = await signIn(node.url, ownerOf('Bench'))
    const version = rows[0]?.version ?? 'unknown'
    return keep(new BenchService(node, database, org, { url: found.url, version, settings }))
  }

  /** The process that answers. */
  get pid(): number {
    return this.#node.pid
  }

  /** What the process wrote. */
  get log(): string {
    return this.#node.log
  }

  /** Who owns the first organisation. */
  get owner(): { readonly email: string; readonly password: string } {
    return { email: ownerOf('Bench'), password }
  }

  /** Runs a statement as the superuser, past every rule. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#database.query<Row>(text, values)).rows
  }

  /** Starts another process on the same database. @returns where it answers */
  async addNode(): Promise<string> {
    const node = await CloudNode.start({ ...this.#settings, DATABASE_URL: this.databaseUrl })
    this.#further.push(node)
    return node.url
  }

  /** Makes a person of the first organisation, with the password of its owner. */
  async addViewer(name: string): Promise<BenchViewer> {
    const { api, siteId } = this.org
    const email = `${name.toLowerCase()}@bench.example.com`
    const wish = { email, display_name: name, role: 'viewer', site_ids: [siteId] }
    const { user } = await must(api.post('/api/v1/users', wish), UserCreated)
    const sql = `update users set password_hash = (select password_hash from users where email = $2) where id = $1`
    await this.query(sql, [user.id, ownerOf('Bench')])
    return { id: user.id, api: await clientOf(this.origin, email) }
  }

  /** Signs the owner of the first organisation in again: an access token is good for a quarter of an hour. */
  async signInAgain(): Promise<void> {
    await this.org.api.login(ownerOf('Bench'), password)
  }

  /** Makes another organisation with an owner of its own. */
  async addOrg(name: string): Promise<BenchOrg> {
    const owner = ['--owner-email', ownerOf(name), '--owner-password', password]
    await this.#node.operate('org', 'create', '--name', name, ...owner)
    return signIn(this.origin, ownerOf(name))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    ended(this)
    await this.#database.end()
    for (const node of this.#further) await node[Symbol.asyncDispose]()
    await this.#node[Symbol.asyncDispose]()
  }
}

const ownerOf = (org: string) => `owner@${org.toLowerCase()}.example.com`

async function clientOf(origin: string, email: string): Promise<ApiClient> {
  const api = new ApiClient(origin)
  await api.login(email, password)
  return api
}

async function signIn(origin: string, email: string): Promise<BenchOrg> {
  const api = new ApiClient(origin)
  const answer = await api.post('/api/v1/auth/login', { email, password })
  const { access_token: token, user } = LoginResponse.parse(answer.body)
  await api.login(email, password)
  const [site] = SitePage.parse((await api.get('/api/v1/sites')).body).data
  if (site === undefined) throw new Error('the organisation came without a site')
  return { api, orgId: user.org_id, siteId: site.id, token }
}

/** The body of an answer that must be 2xx. @throws Error with what came instead */
export async function must<T extends z.ZodType>(
  answer: Promise<{ readonly status: number; readonly body: unknown }>,
  schema: T,
): Promise<z.infer<T>> {
  const { status, body } = await answer
  if (status < 200 || status > 299) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return schema.parse(body)
}
