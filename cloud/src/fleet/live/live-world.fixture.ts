import { liveCapability } from '@sightline/protocol'
import { ScriptedGateway } from '#testing/scripted-gateway.js'
import { ScriptedMediaSocket } from '#testing/scripted-media-socket.js'
import { ScriptedViewer, type ViewerOptions } from '#testing/scripted-viewer.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import { answered, refused, twoStreams } from '../cameras/gateway-camera.fixture.js'
import {
  type PairedGateway,
  pairTestGateway,
  startTestNodes,
  type TestNode,
  type TestNodes,
} from '../channel/test-nodes.fake.js'

/** A `live.start` that a gateway got. */
export type LiveStart = Extract<ScriptedGateway['frames'][number], { type: 'live.start' }>['body']

/** What an agent does when it is asked for a picture; default: it dials, and sends a GOP of five pictures. */
export type Agent = (media: ScriptedMediaSocket, start: LiveStart) => void | Promise<void>

export const sendsGop: Agent = (media, { rendition }) => {
  media.format({ rendition })
  media.gop()
}

/** An organisation with a gateway that knows live view, on the first node, and people who watch. */
export class LiveWorld implements AsyncDisposable {
  readonly nodes: TestNodes
  readonly org: TestOrg
  readonly operator: SignedIn
  readonly paired: PairedGateway
  gateway: ScriptedGateway
  /** Every media socket that the agent opened, in order. */
  readonly media: ScriptedMediaSocket[] = []
  readonly #viewers: ScriptedViewer[] = []
  agent: Agent = sendsGop
  /** The node to which the balancer brings media sockets. */
  mediaNode: TestNode

  private constructor(parts: Pick<LiveWorld, 'nodes' | 'org' | 'operator' | 'paired' | 'gateway'>) {
    this.nodes = parts.nodes
    this.org = parts.org
    this.operator = parts.operator
    this.paired = parts.paired
    this.gateway = parts.gateway
    this.mediaNode = parts.nodes.nodes[0]
  }

  static async make(
    nodes: TestNodes,
    {
      capabilities = [liveCapability],
      node = 0,
    }: { capabilities?: readonly string[] /** Of its channel. */; node?: 0 | 1 } = {},
  ): Promise<LiveWorld> {
    const org = await nodes.createOrg()
    const operator = await org.signIn('operator')
    const paired = await pairTestGateway(nodes.nodes[0], operator, org.siteId)
    const { origin } = nodes.nodes[node]
    const gateway = await ScriptedGateway.connect({ origin, ...paired, capabilities })
    await gateway.until('config.complete')
    const world = new LiveWorld({ nodes, org, operator, paired, gateway })
    world.obeys()
    return world
  }

  get node(): TestNode {
    return this.nodes.nodes[0]
  }

  /** The gateway answers `live.start`, and dials as `agent` says. */
  obeys(): void {
    this.gateway.answer = (command) => {
      if (command.type === 'probe') return answered(twoStreams)
      if (command.type !== 'live.start') return refused('unsupported')
      this.dialAsAsked(command.body)
      return answered({ codec: 'h264' })
    }
  }

  /**
   * Dials while the gateway goes on. A refusal is the agent's to bear: who asked may have gone by then, with the test that
   * is over at its first picture.
   */
  dialAsAsked(start: LiveStart): void {
    this.dial(start).catch(() => {})
  }

  /** Opens the media socket that was asked for, and lets the agent send. */
  async dial(start: LiveStart, node = this.mediaNode): Promise<ScriptedMediaSocket> {
    const media = await ScriptedMediaSocket.open({
      origin: node.origin,
      path: `/api/v1/gateways/${this.paired.gatewayId}/live/${start.live_id}`,
      key: this.paired.apiKey,
    })
    this.media.push(media)
    await this.agent(media, start)
    return media
  }

  /** The nth media socket, from 0, as soon as it is there. */
  async untilMedia(index = 0): Promise<ScriptedMediaSocket> {
    const until = performance.now() + 20_000
    for (;;) {
      const media = this.media[index]
      if (media) return media
      if (performance.now() > until) throw new Error(`the agent opened no media socket ${index}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /**
   * Adds a camera with the streams that are given, by their codec. It has no sub stream unless one is: on a busy machine main comes late,
   * and the sub stream would go ahead of it.
   */
  async camera({
    main = 'h264',
    sub = null,
  }: {
    main?: string | null
    sub?: string | null
  } = {}): Promise<string> {
    const made = await this.node.call(this.operator, {
      method: 'POST',
      url: '/api/v1/cameras',
      payload: {
        site_id: this.org.siteId,
        gateway_id: this.paired.gatewayId,
        name: 'Gate',
        type: 'rtsp',
        rtsp_url: 'rtsp://10.0.0.5/main',
        ...(sub !== null && { rtsp_sub_url: 'rtsp://10.0.0.5/sub' }),
      },
    })
    if (made.statusCode !== 201) throw new Error(made.body)
    const { id } = made.json<{ id: string }>()
    for (const [role, codec] of Object.entries({ main, sub }))
      await this.nodes.test.query('update camera_streams set codec = $1 where camera_id = $2 and role = $3', [
        codec,
        id,
        role,
      ])
    return id
  }

  async viewer(options: Partial<ViewerOptions> = {}): Promise<ScriptedViewer> {
    const viewer = await ScriptedViewer.open({
      origin: this.node.origin,
      token: this.operator.token,
      ...options,
    })
    this.#viewers.push(viewer)
    return viewer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const viewer of this.#viewers) await viewer[Symbol.asyncDispose]()
    await this.gateway[Symbol.asyncDispose]()
    for (const media of this.media) await media[Symbol.asyncDispose]()
  }
}

export { startTestNodes, type TestNodes }
