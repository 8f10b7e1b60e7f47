import type { ProbeOutcome, Result } from '@sightline/protocol'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type PairedGateway, pairTestGateway, type TestNodes } from '../channel/test-nodes.fake.js'

/** A password that nobody may show. */
export const canary = 'canary-%!@#/:?-pässword'

/** What a gateway finds of a camera. */
export const found: ProbeOutcome = {
  reachable: true,
  streams: [
    {
      role: 'main',
      url: 'rtsp://u:leaked@10.0.0.5/main',
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

type Answer = ReturnType<TestNodes['nodes'][0]['call']>

/** An operator with a gateway that is on the second node; requests go to the first. */
export class CameraScene implements AsyncDisposable {
  readonly org: TestOrg
  readonly operator: SignedIn
  readonly paired: PairedGateway
  /** Its last connection, whoever opened that. */
  gateway: ScriptedGateway
  readonly #world: TestNodes

  private constructor(world: TestNodes, parts: Pick<CameraScene, 'org' | 'operator' | 'paired' | 'gateway'>) {
    this.#world = world
    this.org = parts.org
    this.operator = parts.operator
    this.paired = parts.paired
    this.gateway = parts.gateway
  }

  static async set(world: TestNodes): Promise<CameraScene> {
    const org = await world.createOrg()
    const operator = await org.signIn('operator')
    const paired = await pairTestGateway(world.nodes[0], operator, org.siteId)
    const gateway = await ScriptedGateway.connect({ origin: world.nodes[1].origin, ...paired })
    await gateway.until('config.complete')
    return new CameraScene(world, { org, operator, paired, gateway })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.gateway[Symbol.asyncDispose]()
  }

  /** From now on the gateway finds a camera wherever it looks. */
  seesCamera(): void {
    this.gateway.answer = ({ type }) => (type === 'probe' ? answered(found) : null)
  }

  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    who: SignedIn | null = this.operator,
  ): Answer {
    const url = `/api/v1/cameras${path}`
    return this.#world.nodes[0].call(who, { method, url, ...(payload ? { payload } : {}) })
  }

  create(payload: object = {}, who: SignedIn | null = this.operator): Answer {
    const body = {
      site_id: this.org.siteId,
      gateway_id: this.paired.gatewayId,
      name: 'Gate',
      type: 'rtsp',
      rtsp_url: 'rtsp://10.0.0.5/main',
      rtsp_username: 'viewer',
      rtsp_password: canary,
      ...payload,
    }
    return this.call('POST', '', body, who)
  }

  rowsOf(orgId: string) {
    return this.#world.test.query<Record<string, unknown>>(
      'select * from cameras where org_id = $1 and deleted_at is null',
      [orgId],
    )
  }
}
