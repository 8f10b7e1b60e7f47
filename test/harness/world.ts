import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createTestDatabase, PostgresProxy, type TestDatabase } from '@sightline/cloud/testing'
import { type CameraOptions, type FakeCamera, startCamera } from '../fakes/camera/index.js'
import { WebhookReceiver } from '../fakes/webhook-receiver/index.js'
import { ApiClient } from './api-client.js'
import { onvifCameraBody, rtspCameraBody } from './camera-body.js'
import { CloudNode } from './cloud-node.js'
import { cloudSettings } from './cloud-settings.js'
import { expectNothingLeft } from './leftovers.js'
import { Relay } from './relay.js'
import { SiteAgent } from './site-agent.js'
import { until } from './until.js'

export interface WorldOptions {
  /** Cloud processes on the one database. */
  readonly nodes?: number
  readonly cameras?: readonly CameraOptions[]
  /** Settings of every cloud process beside those of the world. */
  readonly cloudEnv?: Readonly<Record<string, string>>
  /** Settings of the last cloud process alone. */
  readonly lastNodeEnv?: Readonly<Record<string, string>>
  /** By which people reach the cloud; an address unless a test needs a name. */
  readonly host?: 'localhost'
  readonly agentEnv?: Readonly<Record<string, string>>
  /** Put a line that can fail between the cloud processes and PostgreSQL. */
  readonly databaseLine?: boolean
}

/** A camera as the API knows it, and the program that plays it. */
export interface AddedCamera {
  readonly id: string
  readonly fake: FakeCamera
}

/**
 * A whole service on this machine: PostgreSQL, cloud processes, agents, cameras and an integrator's HTTPS
 * receiver, every one a real program on real sockets.
 */
export class World implements AsyncDisposable {
  readonly folder: string
  readonly database: TestDatabase
  readonly #databaseLine: PostgresProxy | null
  readonly nodes: readonly CloudNode[]
  readonly cameras: readonly FakeCamera[]
  readonly receiver: WebhookReceiver
  readonly agents: SiteAgent[] = []
  readonly relays: Relay[] = []
  /** Signed in as the owner, at the first node. */
  readonly api: ApiClient
  /** Who that is. */
  readonly owner: { readonly email: string; readonly password: string }
  readonly siteId: string
  readonly #agentEnv: Readonly<Record<string, string>>

  private constructor(parts: {
    folder: string
    database: TestDatabase
    databaseLine: PostgresProxy | null
    nodes: readonly CloudNode[]
    cameras: readonly FakeCamera[]
    receiver: WebhookReceiver
    api: ApiClient
    owner: World['owner']
    siteId: string
    agentEnv: Readonly<Record<string, string>>
  }) {
    this.folder = parts.folder
    this.database = parts.database
    this.#databaseLine = parts.databaseLine
    this.nodes = parts.nodes
    this.cameras = parts.cameras
    this.receiver = parts.receiver
    this.api = parts.api
    this.owner = parts.owner
    this.siteId = parts.siteId
    this.#agentEnv = parts.agentEnv
  }

  static async start(options: WorldOptions = {}): Promise<World> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slworld-'))
    const database = await createTestDatabase()
    const databaseLine = options.databaseLine === true ? await PostgresProxy.start(database.address) : null
    const receiver = await WebhookReceiver.start()
    const cameras = await Promise.all((options.cameras ?? [{}]).map((camera) => startCamera(camera)))
    const owner = { email: 'owner@example.com', password: `Aa1-${randomUUID()}` }
    const env = {
      ...(await cloudSettings(folder, databaseLine ?? database, receiver, owner)),
      ...options.cloudEnv,
    }
    const nodes: CloudNode[] = []
    const last = (options.nodes ?? 1) - 1
    for (let index = 0; index <= last; index += 1) {
      const places = { DATA_DIR: path.join(folder, 'cloud'), ...(index === last && options.lastNodeEnv) }
      nodes.push(await CloudNode.start({ ...env, ...places }, options.host))
    }
    const api = new ApiClient(nodes[0]?.url ?? '')
    await api.login(owner.email, owner.password)
    const sites = await api.get('/api/v1/sites')
    return new World({
      folder,
      database,
      databaseLine,
      nodes,
      cameras,
      receiver,
      api,
      owner,
      siteId: String(sites.body.data[0].id),
      agentEnv: {
        CAMERA_CIDRS: '127.0.0.0/8',
        RECONNECT_MAX_SEC: '1',
        LOG_LEVEL: 'debug',
        ...options.agentEnv,
      },
    })
  }

  /** The first cloud process. */
  get cloud(): CloudNode {
    return required(this.nodes[0], 'a cloud process')
  }

  /** The line between the cloud processes and PostgreSQL, of a world that was started with one. */
  get databaseLine(): PostgresProxy {
    return required(this.#databaseLine ?? undefined, 'a line to its database')
  }

  /** A client of another node, with the owner's token. */
  at(node: CloudNode): ApiClient {
    return this.api.at(node.url)
  }

  /** Pairs an agent by a code of its own. It does not run yet. */
  async pairAgent(cloudUrl = this.cloud.url): Promise<SiteAgent> {
    const code = await this.api.post('/api/v1/gateways/generate-pairing-code', {
      name: `Gateway ${this.agents.length + 1}`,
      site_id: this.siteId,
    })
    if (code.status !== 201) throw new Error(`no pairing code: ${JSON.stringify(code.body)}`)
    return this.pairAgentBy({ id: code.body.id, code: code.body.pairing_code }, cloudUrl)
  }

  /** Pairs an agent by a code that somebody made. It does not run yet. */
  async pairAgentBy(
    { id: gatewayId, code }: { id: string; code: string },
    cloudUrl = this.cloud.url,
  ): Promise<SiteAgent> {
    const agent = await SiteAgent.pair({
      dataDir: path.join(this.folder, `agent-${this.agents.length + 1}`),
      gatewayId,
      code,
      cloudUrl,
      env: this.#agentEnv,
    })
    this.agents.push(agent)
    return agent
  }

  /** An agent that is paired, runs, and is on line. */
  async onlineAgent(cloudUrl?: string): Promise<SiteAgent> {
    const agent = await this.pairAgent(cloudUrl)
    agent.run()
    await this.untilGateway(agent, 'online')
    // The gateway is on line a moment before it can be asked for anything.
    await until(`the line stands\n${agent.log}`, () => /"state":"live"/.test(agent.log))
    return agent
  }

  /** A relay of this cloud that runs. It may reach the cameras of this machine, as its operator lists them. */
  startRelay(
    options: { readonly node?: CloudNode; readonly env?: Readonly<Record<string, string>> } = {},
  ): Relay {
    const { node = this.cloud, env = {} } = options
    const relay = new Relay({
      dataDir: path.join(this.folder, `relays-${this.relays.length + 1}`),
      cloudUrl: node.url,
      keyFile: path.join(this.folder, 'cloud', 'relay.key'),
      env: { ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8', RECONNECT_MAX_SEC: '1', LOG_LEVEL: 'debug', ...env },
    })
    this.relays.push(relay)
    relay.run()
    return relay
  }

  /** What creates the camera in direct mode, by its RTSP address. */
  directBody(fake: FakeCamera) {
    return rtspCameraBody(fake, { site_id: this.siteId, connection_mode: 'direct' })
  }

  /** Adds a camera in direct mode and waits until a relay has it on line. */
  addDirectCamera(fake = required(this.cameras[0], 'a camera'), settings: object = {}): Promise<AddedCamera> {
    return this.#add(fake, { ...this.directBody(fake), ...settings })
  }

  /** Triggers as soon as the limit of one in five seconds admits it. @returns the answer's body */
  async trigger(cameraId: string, body: object = { duration_sec: 5 }) {
    let seen: unknown
    const look = async () => {
      const answer = await this.api.post(`/api/v1/cameras/${cameraId}/trigger`, body)
      seen = answer.body
      return answer.status === 202 ? answer.body : null
    }
    return until('the trigger is taken', look).catch((cause: unknown) => {
      throw new Error(`no trigger was taken: ${JSON.stringify(seen)}`, { cause })
    })
  }

  async untilGateway(agent: SiteAgent, status: string): Promise<void> {
    await until(`gateway ${status}\n${agent.log}`, async () => {
      const { body } = await this.api.get(`/api/v1/gateways/${agent.gatewayId}`)
      return body.status === status
    })
  }

  /** Adds a camera behind the agent by the API and waits until it is on line. */
  addCamera(
    agent: SiteAgent,
    fake = required(this.cameras[0], 'a camera'),
    settings: object = {},
  ): Promise<AddedCamera> {
    return this.#add(fake, { ...this.cameraBody(agent, fake), ...settings }, () => agent.log)
  }

  /** As `addCamera`, by its ONVIF service. */
  addOnvifCamera(agent: SiteAgent, fake: FakeCamera, settings: object = {}): Promise<AddedCamera> {
    const place = { site_id: this.siteId, gateway_id: agent.gatewayId }
    return this.#add(fake, { ...onvifCameraBody(fake, place), ...settings }, () => agent.log)
  }

  async #add(fake: FakeCamera, body: object, log: () => string = () => ''): Promise<AddedCamera> {
    const answer = await this.api.post('/api/v1/cameras', body)
    if (answer.status !== 201) throw new Error(`camera refused: ${JSON.stringify(answer.body)}\n${log()}`)
    const id = String(answer.body.id)
    await this.untilCamera(id, 'online')
    return { id, fake }
  }

  /** What creates the camera behind the agent by its RTSP address. */
  cameraBody(agent: SiteAgent, fake: FakeCamera) {
    return rtspCameraBody(fake, { site_id: this.siteId, gateway_id: agent.gatewayId })
  }

  async untilCamera(id: string, status: string, limitMs?: number): Promise<void> {
    const look = async () => {
      const { body } = await this.api.get(`/api/v1/cameras/${id}`)
      return body.status === status
    }
    await until(`camera ${status}`, look, limitMs)
  }

  /** The event once its clip has reached the status. */
  async untilClip(eventId: string, status = 'ready') {
    let seen: unknown
    const look = async () => {
      const { body } = await this.api.get(`/api/v1/events/${eventId}`)
      seen = [body.clip_status, body.clip_error]
      return body.clip_status === status ? body : null
    }
    return until(`the clip of ${eventId} is ${status}`, look).catch((cause: unknown) => {
      throw new Error(`the clip of ${eventId} stayed ${JSON.stringify(seen)}`, { cause })
    })
  }

  /** The gateway has spoken to a cloud since `sinceMs`. */
  async untilHeard(agent: SiteAgent, sinceMs: number): Promise<void> {
    await until('the gateway is heard', async () => {
      const { body } = await this.api.get(`/api/v1/gateways/${agent.gatewayId}`)
      return Date.parse(body.last_heartbeat_at) > sinceMs
    })
  }

  /** Makes a rule for every event, and a webhook to the receiver. @returns the signing secret */
  async alertEverything(cooldownSec = 60): Promise<{ secret: string; webhookId: string }> {
    const rule = { name: 'Everything', rule_kind: 'camera_event', cooldown_sec: cooldownSec }
    const made = await this.api.post('/api/v1/alert-rules', rule)
    if (made.status !== 201) throw new Error(`rule refused: ${JSON.stringify(made.body)}`)
    const hook = { name: 'Receiver', url: this.receiver.url, event_types: ['alert'] }
    const webhook = await this.api.post('/api/v1/webhooks', hook)
    if (webhook.status !== 201) throw new Error(`webhook refused: ${JSON.stringify(webhook.body)}`)
    return { secret: String(webhook.body.secret), webhookId: String(webhook.body.id) }
  }

  /** Ends everything and proves that nothing of this world is left. */
  async close(): Promise<void> {
    for (const agent of [...this.agents, ...this.relays]) await agent[Symbol.asyncDispose]()
    for (const node of this.nodes) await node[Symbol.asyncDispose]()
    for (const camera of this.cameras) await camera.close()
    await this.receiver.close()
    await this.#databaseLine?.close()
    try {
      await expectNothingLeft(this)
    } finally {
      await this.database.close()
      await rm(this.folder, { recursive: true, force: true })
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** Starts a world; close it when the test is over. */
export function startWorld(options: WorldOptions = {}): Promise<World> {
  return World.start(options)
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`this world has not ${what}`)
  return value
}
