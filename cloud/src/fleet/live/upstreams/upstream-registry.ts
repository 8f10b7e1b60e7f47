import type { LiveRendition, StreamRole } from '@sightline/protocol'
import { liveLimits } from '@sightline/protocol'
import { FairTurns } from '../../../platform/concurrency/fair-turns.js'
import { NodeMemory } from '../frames/node-memory.js'
import { releaseStream } from '../nodes/live-stream.repository.js'
import { streamOnce } from '../nodes/stream-ownership.js'
import type { WatchedCamera } from '../viewers/viewer.js'
import type { AgentSourceDeps, StreamKey } from './agent-source.js'
import { Upstream } from './upstream.js'

/** The upstreams of this node, one for each camera, stream and form. */
export class UpstreamRegistry {
  readonly #deps: AgentSourceDeps
  readonly #upstreams = new Map<string, Upstream>()
  readonly #ending = new Set<Promise<void>>()
  readonly #memory = new NodeMemory(liveLimits.nodeGopBytes)
  readonly #turns: FairTurns

  constructor(deps: AgentSourceDeps) {
    this.#deps = deps
    this.#turns = new FairTurns(deps.platform.clock)
  }

  get size(): number {
    return this.#upstreams.size
  }

  /** Bytes of the newest GOPs. */
  get memoryBytes(): number {
    return this.#memory.used
  }

  all(): IterableIterator<Upstream> {
    return this.#upstreams.values()
  }

  /** The upstream of a stream, begun with the first who asks. Attach to it at once: it has nobody else, maybe. */
  open(key: StreamKey): Upstream {
    const name = nameOf(key.camera, key.stream, key.rendition)
    const known = this.#upstreams.get(name)
    if (known && !known.isOver) return known
    // One that is ending gives the stream up first.
    const before = known?.ended
    const upstream: Upstream = new Upstream(key, {
      platform: this.#deps.platform,
      memory: this.#memory,
      figures: this.#deps.figures,
      stream: async (of, context) => {
        await before
        return streamOnce(this.#deps, of, context)
      },
      inTurn: (orgId, deliver) => this.#turns.add(orgId, deliver),
      ended: async () => {
        await this.#release(key)
        if (this.#upstreams.get(name) === upstream) this.#upstreams.delete(name)
      },
    })
    this.#upstreams.set(name, upstream)
    this.#ending.add(upstream.ended)
    void upstream.ended.then(() => this.#ending.delete(upstream.ended))
    return upstream
  }

  /** Whether a picture of a stream could begin at once, for somebody watches it. */
  isFlowing({ camera, stream, rendition }: StreamKey): boolean {
    const known = this.#upstreams.get(nameOf(camera, stream, rendition))
    return known !== undefined && !known.isOver && known.condition.kind === 'flowing'
  }

  /** A gateway has connected anew: what it was asked for over the session before is asked for once more. */
  askAnew(gatewayId: string): void {
    for (const upstream of this.all()) if (upstream.key.camera.gatewayId === gatewayId) upstream.askAnew()
  }

  /** A gateway has connected: upstreams that wait for it try at once. */
  retryGateway(gatewayId: string): void {
    for (const upstream of this.all()) if (upstream.key.camera.gatewayId === gatewayId) upstream.retryNow()
  }

  async #release(key: StreamKey): Promise<void> {
    const { database, nodeId, log } = this.#deps.platform
    const { orgId } = key.camera
    await releaseStream(database.forOrg(orgId), key, nodeId).catch((error: unknown) =>
      log.warn({ err: error }, 'live.stream_not_released'),
    )
  }

  /** Ends all of them. Resolves when nothing is left. */
  async end(): Promise<void> {
    for (const upstream of this.all()) upstream.end()
    await Promise.all(this.#ending)
  }
}

function nameOf(camera: WatchedCamera, stream: StreamRole, rendition: LiveRendition): string {
  return `${camera.id}/${stream}/${rendition}`
}
