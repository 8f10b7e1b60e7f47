import { randomUUID } from 'node:crypto'
import type { Camera, Gateway } from '@sightline/protocol'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { type PairedGateway, pairTestGateway, type TestNodes, waitUntil } from './test-nodes.fake.js'

/** An organisation with a gateway that was paired, and an operator who looks at it. */
export class PairedScene {
  readonly org: TestOrg
  readonly operator: SignedIn
  readonly paired: PairedGateway
  readonly #world: TestNodes

  private constructor(world: TestNodes, org: TestOrg, operator: SignedIn, paired: PairedGateway) {
    this.#world = world
    this.org = org
    this.operator = operator
    this.paired = paired
  }

  static async make(world: TestNodes): Promise<PairedScene> {
    const org = await world.createOrg()
    const operator = await org.signIn('operator')
    return new PairedScene(world, org, operator, await pairTestGateway(world.nodes[0], operator, org.siteId))
  }

  /** How the gateway connects to a node. */
  at(node: 0 | 1) {
    return { origin: this.#world.nodes[node].origin, ...this.paired }
  }

  async gatewayNow(node: 0 | 1 = 0): Promise<Gateway> {
    const url = `/api/v1/gateways/${this.paired.gatewayId}`
    return (await this.#world.nodes[node].call(this.operator, { url })).json<Gateway>()
  }

  becomes(status: string): Promise<unknown> {
    return waitUntil(async () => (await this.gatewayNow()).status === status, `status ${status}`)
  }

  /** Adds a camera behind the gateway without asking it. @returns its id */
  async addCamera(name = 'Gate', gatewayId = this.paired.gatewayId): Promise<string> {
    const id = randomUUID()
    await this.#world.test.query(
      `insert into cameras (org_id, id, site_id, gateway_id, name, type) values ($1, $2, $3, $4, $5, 'rtsp')`,
      [this.org.orgId, id, this.org.siteId, gatewayId, name],
    )
    await this.#world.test.query(
      `insert into camera_streams (org_id, camera_id, role, url) values ($1, $2, 'main', 'rtsp://10.0.0.5/main')`,
      [this.org.orgId, id],
    )
    return id
  }

  async cameraNow(id: string): Promise<Camera> {
    const url = `/api/v1/cameras/${id}`
    return (await this.#world.nodes[0].call(this.operator, { url })).json<Camera>()
  }
}
