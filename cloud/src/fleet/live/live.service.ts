import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Id, liveCloseCodes, liveLimits, liveSubprotocol, mostMediaFrameBytes } from '@sightline/protocol'
import { WebSocketServer } from 'ws'
import { answerRaw } from '../../platform/http/raw-answer.js'
import { pathOf } from '../../platform/http/request-target.js'
import type { UpgradeTaker } from '../../platform/http/upgrades.js'
import { type NodeNotice, readNotice } from '../channel/node-notice.service.js'
import { LiveSession } from './delivery/live-session.js'
import { SubscriptionLimits } from './delivery/subscription-limits.js'
import type { LiveDeps } from './live-deps.js'
import { createLiveFigures, type LiveFigures } from './live-figures.js'
import { admitNode } from './nodes/admit-node.js'
import { ForwardRate } from './nodes/forward-rate.js'
import { forwardedHeader, forwardUpgrade } from './nodes/forward-upgrade.js'
import { findNodeOfSocket } from './nodes/live-stream.repository.js'
import { NodeCopy } from './nodes/node-copy.js'
import { isNodeKey } from './nodes/node-key.js'
import { isNodePath } from './nodes/node-path.js'
import { AgentSockets } from './sockets/agent-sockets.js'
import { mediaRefusals } from './sockets/media-refusals.js'
import { admitMedia, isMediaPath, type UnknownSocket } from './sockets/media-upgrade.js'
import { turnAway } from './sockets/turn-away.js'
import { ExpectedSockets } from './upstreams/expected-sockets.js'
import { UpstreamRegistry } from './upstreams/upstream-registry.js'
import { admitViewer } from './viewers/admit-viewer.js'
import { isLivePath } from './viewers/live-request.js'
import { refusals } from './viewers/viewer-refusals.js'
import { watchRevocations } from './viewers/watch-revocations.js'

/** From the notice of a gateway's session until it is asked for pictures again, for as long as it does not send them, ms. */
const retriesAfterMs = [50, 250, 1_000]
/**
 * How long viewers have to move to another node before they are cut, ms. With what ends after it, and takes 5 s at most, it is
 * below the time after which a process is killed (`run-cloud.ts`).
 */
const drainMs = 6_000
/** From there on it is waited so long for what they leave to be written down, ms. */
const notingMs = 1_500
/** Other nodes that had a stream from this one ask the gateway themselves, which may be connected here, ms. */
const handOverMs = 2_000
const takenAlready = {
  code: liveCloseCodes.replaced,
  reason: 'this picture has its socket already, or nobody wants it',
}

/**
 * Live view on this node: the sockets of viewers, the media sockets of gateways and relays, and the way of the frames from
 * these to those. It ends with `[Symbol.asyncDispose]`: viewers are told to move, and then cut with 1012.
 */
export class LiveServer implements UpgradeTaker, AsyncDisposable {
  readonly #deps: LiveDeps
  readonly #figures: LiveFigures
  readonly #limits: SubscriptionLimits
  readonly #expected = new ExpectedSockets()
  readonly #upstreams: UpstreamRegistry
  readonly #agentSockets: AgentSockets
  readonly #forwardRate: ForwardRate
  readonly #sessions = new Set<LiveSession>()
  /** Streams of this node that other nodes get. */
  readonly #copies = new Set<NodeCopy>()
  readonly #viewerSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: liveLimits.messageBytes,
    handleProtocols: (offered) => (offered.has(liveSubprotocol) ? liveSubprotocol : false),
  })
  readonly #mediaSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostMediaFrameBytes,
  })
  readonly #unlisten: (() => void)[]
  #ending: Promise<void> | null = null

  constructor(deps: LiveDeps) {
    const { listener, metrics, config } = deps.platform
    this.#deps = deps
    this.#figures = createLiveFigures(metrics)
    this.#agentSockets = new AgentSockets(deps.platform)
    this.#forwardRate = new ForwardRate(deps.platform.clock)
    this.#limits = new SubscriptionLimits(config.liveLimits)
    this.#upstreams = new UpstreamRegistry({ ...deps, expected: this.#expected, figures: this.#figures })
    this.#unlisten = [
      listener.on('gateway', (payload) => this.#onGateway(readNotice(payload))),
      // Notices of the time without a connection are lost.
      listener.onConnection((connected) => connected && this.#agentSockets.verify(() => true)),
      watchRevocations(deps.platform, (orgId) => this.#verify(orgId)),
    ]
  }

  /** Live sockets of viewers, pictures on them, streams that come in for them, and the bytes of their newest GOPs. */
  get size(): { viewers: number; subscriptions: number; upstreams: number; memoryBytes: number } {
    const { size: upstreams, memoryBytes } = this.#upstreams
    return { viewers: this.#sessions.size, subscriptions: this.#limits.total, upstreams, memoryBytes }
  }

  takes(path: string): boolean {
    return isLivePath(path) || isMediaPath(path) || isNodePath(path)
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (this.#ending) return answerRaw(socket, mediaRefusals.stopping)
    const path = pathOf(request.url ?? '')
    if (isNodePath(path)) await this.#upgradeNode(request, socket, head)
    else if (isMediaPath(path)) await this.#upgradeMedia(request, socket, head)
    else await this.#upgradeViewer(request, socket, head)
  }

  /** Tells viewers to move, waits for them for a while, and ends everything. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #upgradeViewer(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { platform } = this.#deps
    const admission = await admitViewer(platform, request)
    if (!admission.ok) return answerRaw(socket, admission.refusal)
    if (this.#ending) return answerRaw(socket, mediaRefusals.stopping)
    if (socket.destroyed) return
    const { viewer } = admission
    if (!this.#limits.takeSocket(viewer)) return answerRaw(socket, refusals.tooMany)
    // Counted until the connection is gone, also where nothing is begun on it.
    socket.once('close', () => this.#limits.freeSocket(viewer))
    this.#viewerSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const deps = { platform, upstreams: this.#upstreams, figures: this.#figures, limits: this.#limits }
      const session = new LiveSession(deps, viewer, webSocket, socket)
      this.#sessions.add(session)
      void session.ended.then(() => this.#sessions.delete(session))
      // A notice of a revoked session may have come before this one was known.
      session.verify()
    })
  }

  async #upgradeMedia(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const admission = await admitMedia(this.#deps.platform, this.#expected, request)
    if (!admission.ok && admission.unknown)
      return this.#forwardMedia(admission.unknown, { request, socket, head })
    if (!admission.ok) return answerRaw(socket, admission.refusal)
    if (this.#ending) return answerRaw(socket, mediaRefusals.stopping)
    this.#mediaSockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (this.#expected.take(admission.liveId, webSocket)) {
        this.#agentSockets.add(webSocket, admission.sender)
      } else turnAway(webSocket, this.#deps.platform.clock, takenAlready)
    })
  }

  /** Another node may wait for the picture. */
  async #forwardMedia(
    { liveId, from }: UnknownSocket,
    upgrade: { request: IncomingMessage; socket: Duplex; head: Buffer },
  ): Promise<void> {
    const { database, nodeId, keys } = this.#deps.platform
    const { [forwardedHeader]: forwarded } = upgrade.request.headers
    const isForwarded = typeof forwarded === 'string' && isNodeKey(keys, forwarded)
    const isId = Id.safeParse(liveId).success
    if (isId && !isForwarded && !this.#forwardRate.take(from))
      return answerRaw(upgrade.socket, mediaRefusals.tooMany)
    const node = isForwarded || !isId ? undefined : await findNodeOfSocket(database.worker, liveId)
    if (!node || node.nodeId === nodeId) return answerRaw(upgrade.socket, mediaRefusals.notFound)
    if (node.url === null) return answerRaw(upgrade.socket, mediaRefusals.unreachable)
    forwardUpgrade(keys, upgrade, node.url)
  }

  /** Another node has viewers of a stream that this one gets. */
  async #upgradeNode(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { platform } = this.#deps
    const admission = await admitNode(platform, request)
    if (!admission.ok) return answerRaw(socket, admission.refusal)
    if (this.#ending) return answerRaw(socket, mediaRefusals.stopping)
    this.#mediaSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const upstream = this.#upstreams.open(admission.key)
      const copy = new NodeCopy(platform.clock, {
        upstream,
        needs: admission.needs,
        socket: webSocket,
        connection: socket,
      })
      this.#copies.add(copy)
      void copy.ended.then(() => this.#copies.delete(copy))
    })
  }

  async #end(): Promise<void> {
    const { clock } = this.#deps.platform
    for (const session of this.#sessions) session.move(drainMs)
    const handedOver = this.#copies.size === 0 ? null : clock.delay(handOverMs)
    for (const copy of this.#copies) copy.close(liveCloseCodes.restarting, 'the service is stopping')
    const gone = Promise.all([...this.#sessions].map(({ ended }) => ended))
    const cancel = clock.after(drainMs, () => {
      for (const session of this.#sessions)
        session.close(liveCloseCodes.restarting, 'the service is stopping')
    })
    // PostgreSQL may be away: what is not written down by then is found by `end-watchings.ts`.
    const late = new AbortController()
    const isLate = clock.delay(drainMs + notingMs, { signal: late.signal }).catch(() => {})
    await Promise.race([gone, isLate])
    cancel()
    await Promise.race([handedOver, isLate])
    for (const unlisten of this.#unlisten) unlisten()
    await Promise.race([this.#upstreams.end(), isLate])
    late.abort()
  }

  #onGateway(notice: NodeNotice | null): void {
    if (notice?.kind === 'access')
      return this.#agentSockets.verify(
        (sender) => sender.kind === 'gateway' && sender.identity.gatewayId === notice.gatewayId,
      )
    if (notice?.kind === 'live_access')
      return this.#agentSockets.verify(({ orgId }) => orgId === notice.orgId)
    if (notice?.kind !== 'session') return
    const { gatewayId } = notice
    this.#upstreams.askAnew(gatewayId)
    // The notice comes before the session takes commands.
    for (const ms of retriesAfterMs)
      this.#deps.platform.clock.after(ms, () => this.#upstreams.retryGateway(gatewayId))
  }

  /** @param orgId null: it may be any */
  #verify(orgId: string | null): void {
    for (const session of this.#sessions)
      if (orgId === null || session.viewer.orgId === orgId) session.verify()
  }
}
