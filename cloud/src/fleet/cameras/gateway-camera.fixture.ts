import type { ProbeOutcome, Result } from '@sightline/protocol'
import type { LightMyRequestResponse } from 'fastify'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import {
  type PairedGateway,
  pairTestGateway,
  startTestNodes,
  type TestNodes,
  waitUntil,
} from '../channel/test-nodes.fake.js'

/** What a scripted gateway finds at a camera. */
export const twoStreams: ProbeOutcome = {
  reachable: true,
  streams: [
    {
      role: 'main',
      url: 'rtsp://10.0.0.5/main',
      codec: 'h264',
      width: 1920,
      height: 1080,
      fps: 25,
      gop_sec: 2,
    },
    { role: 'sub', url: 'rtsp://10.0.0.5/sub', codec: 'h264', width: 640, height: 360, fps: 10, gop_sec: 2 },
  ],
  auth_scheme: 'digest',
  manufacturer: 'Acme',
  model: 'C1',
  serial: 'S-1',
}

export const answered = (value: Record<string, unknown>): Result => ({ ok: true, value })
export const refused = (code: string): Result => ({ ok: false, error: { code, message: 'leak canary-1' } })

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** An organisation with a gateway on the second node; its people call the first. */
export class GatewayWorld implements AsyncDisposable {
  readonly nodes: TestNodes
  readonly org: TestOrg
  readonly operator: SignedIn
  readonly paired: PairedGateway
  gateway: ScriptedGateway

  private constructor(parts: Pick<GatewayWorld, 'nodes' | 'org' | 'operator' | 'paired' | 'gateway'>) {
    this.nodes = parts.nodes
    this.org = parts.org
    this.operator = parts.operator
    this.paired = parts.paired
    this.gateway = parts.gateway
  }

  static async make(nodes: TestNodes): Promise<GatewayWorld> {
    const org = await nodes.createOrg()
    const operator = await org.signIn('operator')
    const paired = await pairTestGateway(nodes.nodes[0], operator, org.siteId)
    const gateway = await ScriptedGateway.connect({ origin: nodes.nodes[1].origin, ...paired })
    await gateway.until('config.complete')
    const world = new GatewayWorld({ nodes, org, operator, paired, gateway })
    world.sees(twoStreams)
    return world
  }

  /** The gateway answers probes with that, and nothing else. */
  sees(outcome: ProbeOutcome): void {
    this.gateway.answer = ({ type }) => (type === 'probe' ? answered(outcome) : null)
  }

  /** Calls a route under `/api/v1`. */
  call(
    method: Method,
    path: string,
    payload?: object,
    who: SignedIn | null = this.operator,
  ): Promise<LightMyRequestResponse> {
    const url = path.startsWith('/streams') ? path : `/api/v1${path}`
    return this.nodes.nodes[0].call(who, { method, url, ...(payload ? { payload } : {}) })
  }

  /** Adds a camera through the API. */
  async camera(payload: object = {}): Promise<string> {
    const made = await this.call('POST', '/cameras', {
      site_id: this.org.siteId,
      gateway_id: this.paired.gatewayId,
      name: 'Gate',
      type: 'rtsp',
      rtsp_url: 'rtsp://10.0.0.5/main',
      rtsp_sub_url: 'rtsp://10.0.0.5/sub',
      rtsp_username: 'viewer',
      rtsp_password: 'canary-1',
      ...payload,
    })
    if (made.statusCode !== 201) throw new Error(made.body)
    const { id } = made.json<{ id: string }>()
    await this.gateway.until('camera.set', ({ body }) => body.camera_id === id)
    return id
  }

  onvifCamera(): Promise<string> {
    return this.camera({
      type: 'onvif',
      rtsp_url: undefined,
      rtsp_sub_url: undefined,
      host: '10.0.0.5',
      onvif_username: 'admin',
      onvif_password: 'canary-1',
    })
  }

  /** Waits until the API says so of a camera. */
  untilShown(path: string, holds: (body: Record<string, unknown>) => boolean): Promise<void> {
    return waitUntil(async () => holds((await this.call('GET', path)).json()), path)
  }

  async audited(action: string): Promise<Record<string, unknown>[]> {
    const rows = await this.nodes.test.query<{ data: Record<string, unknown> }>(
      'select data from audit_log where org_id = $1 and action = $2 order by id',
      [this.org.orgId, action],
    )
    return rows.map(({ data }) => data)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gateway[Symbol.asyncDispose]()
  }
}

export { startTestNodes, type TestNodes }
