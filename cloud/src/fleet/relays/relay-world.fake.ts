import type { Camera } from '@sightline/protocol'
import { ScriptedRelay, type ScriptedRelayOptions } from '#testing/scripted-relay.js'
import type { TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'
import type { Config } from '../../platform/config.js'
import { startTestNodes, type TestNodes } from '../channel/test-nodes.fake.js'
import { relayKey } from './relay-key.service.js'

/** Short, so that a takeover is seen soon; long enough for a busy machine. */
export const leaseMs = 4_000

/** Two nodes with an organisation, for tests of relays. */
export interface RelayWorld extends AsyncDisposable {
  readonly nodes: TestNodes
  /** A relay on a node. It ends with the world, if not before. */
  relay(node: 0 | 1, options?: Partial<ScriptedRelayOptions>): Promise<ScriptedRelay>
  /** Ends what a test left connected, and forgets all cameras. */
  clear(): Promise<void>
  query: TestNodes['test']['query']
}

export async function startRelayWorld(config: Partial<Config> = {}): Promise<RelayWorld> {
  const nodes = await startTestNodes({
    relayLeaseMs: leaseMs,
    allowedPrivateCidrs: Object.freeze(['10.0.0.0/8']),
    ...config,
  })
  const relays = new Set<ScriptedRelay>()
  const query: RelayWorld['query'] = (text, values) => nodes.test.query(text, values)
  const clear = async () => {
    for (const relay of relays) await relay[Symbol.asyncDispose]()
    relays.clear()
    await query('update cameras set enabled = false')
    await query('delete from camera_leases')
    await query('delete from relays')
  }
  return {
    nodes,
    query,
    clear,
    async relay(node, options = {}) {
      const { origin, platform } = nodes.nodes[node]
      const relay = await ScriptedRelay.join({ origin, key: relayKey(platform.keys), ...options })
      relays.add(relay)
      return relay
    },
    async [Symbol.asyncDispose]() {
      await clear()
      await nodes[Symbol.asyncDispose]()
    },
  }
}

/** Registers a camera in direct mode through the API. */
export async function addDirectCamera(
  world: RelayWorld,
  org: TestOrg,
  who: SignedIn,
  body: Record<string, unknown> = {},
): Promise<Camera> {
  const answer = await world.nodes.nodes[0].call(who, {
    method: 'POST',
    url: '/api/v1/cameras',
    payload: {
      name: 'Harbour',
      type: 'rtsp',
      connection_mode: 'direct',
      site_id: org.siteId,
      rtsp_url: 'rtsp://10.1.2.3/stream',
      rtsp_username: 'viewer',
      rtsp_password: 'secret-1',
      ...body,
    },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<Camera>()
}
