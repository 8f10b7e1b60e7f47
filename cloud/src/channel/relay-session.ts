import { randomUUID } from 'node:crypto'
import {
  type CameraLease,
  type CommandOutcome,
  type CommandType,
  closeCodes,
  type Result,
  type ToCloudFrame,
  writeToGateway,
} from '@sightline/protocol'
import { loadDirectCamera } from '../cameras/camera-configuration.service.js'
import { takeCameraStatus } from '../cameras/camera-report.service.js'
import { describeDirectCamera, isUndescribed } from '../cameras/direct-camera.service.js'
import { dropUnseenEvent, showManualEvent } from '../events/event.service.js'
import type { Log } from '../platform/log.js'
import {
  findOrgOfLease,
  holdLease,
  type KeptRelay,
  LeaseKeeper,
  type NamedLease,
} from '../relays/lease.service.js'
import { isNewestSession } from '../relays/relay-session.service.js'
import type { ChannelDeps } from './channel-deps.js'
import { type FrameContext, handOver, type IntakeOutcome, type UploadAnswer } from './durable-intake.js'
import { type DurableFrame, DurableLane, isDurableFrame } from './durable-lane.js'
import type { LivePeer } from './guest.js'
import type { HeldRelay, Hub } from './hub.js'
import type { PeerSocket } from './peer-socket.js'
import { type CommandAnswer, type CommandBody, PendingCommands } from './pending-commands.js'
import { ReportQueue } from './report-queue.js'
import { takeText } from './take-text.js'

/** Codes with which a relay says goodbye (RFC 6455): its cameras are free at once. */
const goodbye = new Set([1000, 1001])
/** A camera that is in use may take its time for a second connection. */
const describeMs = 20_000

/**
 * One relay between `welcome` and the end of its socket. It serves cameras of many organisations: whose a frame is
 * follows from the lease that it names, as the database has it, and from nothing that the relay says.
 */
export class RelaySession implements HeldRelay, LivePeer {
  readonly peerId: string
  readonly epoch: number
  readonly #deps: ChannelDeps
  readonly #log: Log
  readonly #hub: Hub<HeldRelay>
  readonly #socket: PeerSocket
  readonly #lane: DurableLane
  readonly #commands: PendingCommands
  readonly #keeper: LeaseKeeper
  readonly #reports: ReportQueue
  readonly #stop = new AbortController()
  #keeping: Promise<void> = Promise.resolve()
  readonly #publicKey: KeptRelay['publicKey']
  /** Cameras that were asked for what they are, and the questions under way. */
  readonly #described = new Set<string>()
  readonly #describing = new Set<Promise<void>>()

  constructor(
    deps: ChannelDeps,
    hub: Hub<HeldRelay>,
    socket: PeerSocket,
    relay: Omit<KeptRelay, 'silentMs'>,
    ackedSeq: number,
  ) {
    const { clock } = deps.platform
    const log = deps.platform.log.child({ relayId: relay.relayId })
    const send = (text: string) => socket.send(text)
    this.peerId = relay.relayId
    this.epoch = relay.sessionEpoch
    this.#deps = deps
    this.#log = log
    this.#hub = hub
    this.#publicKey = relay.publicKey
    this.#socket = socket
    this.#reports = new ReportQueue(log, () => this.#giveUp('overloaded'))
    this.#commands = new PendingCommands(clock, send, (eventId, outcome, lease) =>
      this.#lateTrigger(eventId, outcome, lease),
    )
    this.#lane = new DurableLane(
      {
        clock,
        log,
        takeIn: (frame, receivedAt) => this.#takeIn(frame, receivedAt),
        send,
        giveUp: (why) => this.#giveUp(why),
      },
      ackedSeq,
    )
    const silentMs = () => clock.monotonic() - socket.heardAt
    this.#keeper = new LeaseKeeper(
      deps.platform,
      { ...relay, silentMs },
      {
        set: async (lease, body) => {
          send(writeToGateway('camera.set', body, { id: randomUUID(), lease }))
          await socket.drained()
        },
        drop: (lease, revision) =>
          send(
            writeToGateway(
              'camera.drop',
              { revision, camera_id: lease.camera_id },
              { id: randomUUID(), lease },
            ),
          ),
        renewed: (leases, validMs) =>
          send(
            writeToGateway('lease.renewed', { leases: [...leases], valid_ms: validMs }, { id: randomUUID() }),
          ),
        replaced: () => this.replace(),
      },
    )
  }

  start(): void {
    this.#hub.add(this)
    this.#keeping = this.#keeper.run(this.#stop.signal)
  }

  command<T extends CommandType>(
    type: T,
    body: CommandBody<T>,
    deadlineMs: number,
    lease?: CameraLease,
  ): Promise<CommandAnswer<T>> {
    return this.#commands.run(type, body, deadlineMs, lease)
  }

  wake(): void {
    this.#keeper.wake()
  }

  replace(): void {
    this.#socket.close(closeCodes.replaced, 'a newer session of this relay took over')
  }

  async verify(): Promise<void> {
    if (!(await isNewestSession(this.#deps.platform.database, this.peerId, this.epoch))) this.replace()
  }

  async end(closeCode: number): Promise<void> {
    this.#hub.remove(this)
    this.#stop.abort()
    this.#commands.end()
    await Promise.all([this.#keeping, this.#lane.end(), this.#reports.settled()])
    await Promise.all(this.#describing)
    await this.#keeper
      .leave({ free: goodbye.has(closeCode) })
      .catch((error: unknown) => this.#log.warn({ err: error }, 'relay.leases_not_released'))
  }

  take(text: string): void {
    takeText(
      {
        log: this.#log,
        socket: this.#socket,
        lane: this.#lane,
        commands: this.#commands,
        dispatch: (frame) => this.#dispatch(frame),
        answer: (re, result) => this.#answer(re, result),
      },
      text,
    )
  }

  #dispatch(frame: ToCloudFrame): void {
    if (isDurableFrame(frame)) return this.#lane.take(frame)
    switch (frame.type) {
      case 'hello':
        return this.#socket.close(closeCodes.badFrame, 'a second hello')
      case 'heartbeat':
        // Every frame is a sign of life: the socket noted it, and the leases follow from that.
        return
      case 'telemetry':
        return this.#log.debug({ telemetry: frame.body }, 'relay.telemetry')
      case 'camera.status':
        return this.#reports.add(() => this.#takeStatus(frame))
      case 'upload.begin':
        return this.#serve(frame, (context) => this.#deps.uploads.beginUpload(context, frame.body))
      case 'upload.complete':
        return this.#serve(frame, (context) => this.#deps.uploads.completeUpload(context, frame.body))
      case 'result':
        return this.#commands.settle(frame.re, frame.body)
    }
  }

  async #takeStatus({ lease, body }: Extract<ToCloudFrame, { type: 'camera.status' }>): Promise<void> {
    if (lease?.camera_id !== body.camera_id) return
    const named = this.#named(lease)
    const orgId = await findOrgOfLease(this.#deps.platform.database, named)
    if (orgId === undefined) return
    const isUnknown = await this.#deps.platform.database.inOrg(orgId, async (tx) => {
      if ((await holdLease(tx, orgId, named)) !== 'live') return false
      await takeCameraStatus(tx, orgId, null, body)
      return body.state === 'online' && (await isUndescribed(tx, orgId, body.camera_id))
    })
    if (isUnknown) this.#describe(orgId, named)
  }

  /**
   * A camera that works and that nobody has looked at yet: asks once in a session what it sends and what it is. The
   * reports do not wait for the answer.
   */
  #describe(orgId: string, named: NamedLease): void {
    if (this.#described.has(named.cameraId)) return
    this.#described.add(named.cameraId)
    const { platform } = this.#deps
    const work = async () => {
      const camera = await loadDirectCamera(platform, orgId, named.cameraId, this.#publicKey)
      if (!camera) return
      const { connection, stream_transport } = camera
      const answer = await this.#commands.run('probe', { connection, stream_transport }, describeMs)
      if (answer.kind !== 'answered' || !answer.outcome.reachable) return
      const { outcome } = answer
      await platform.database.inOrg(orgId, async (tx) => {
        if ((await holdLease(tx, orgId, named)) !== 'live') return
        await describeDirectCamera(tx, orgId, named.cameraId, outcome)
      })
    }
    const done = work()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'relay.camera_not_described'))
      .finally(() => this.#describing.delete(done))
    this.#describing.add(done)
  }

  async #takeIn(frame: DurableFrame, receivedAt: Date): Promise<IntakeOutcome> {
    if (frame.lease?.camera_id !== frame.body.camera_id) {
      return {
        rejected: { code: 'invalid', message: 'a frame about a camera names the lease of that camera' },
      }
    }
    const context = await this.#contextOf(frame.lease, receivedAt)
    return context ? handOver(this.#deps.intake, context, frame) : { rejected: staleLease }
  }

  #serve(
    { id, lease }: { id: string; lease?: CameraLease | undefined },
    work: (context: FrameContext) => Promise<UploadAnswer<Record<string, unknown>>>,
  ): void {
    const receivedAt = new Date(this.#deps.platform.clock.now())
    const answered = this.#contextOf(lease, receivedAt).then((context) =>
      context ? work(context) : { ok: false as const, error: staleLease },
    )
    answered.then(
      (answer) => this.#answer(id, answer),
      (error: unknown) => {
        this.#log.error({ err: error }, 'channel.request_failed')
        this.#answer(id, { ok: false, error: { code: 'internal', message: 'try again later' } })
      },
    )
  }

  /** Where a frame belongs, by its lease; null if the lease is not, or no longer, this relay's. */
  async #contextOf(lease: CameraLease | undefined, receivedAt: Date): Promise<FrameContext | null> {
    if (!lease) return null
    const named = this.#named(lease)
    const orgId = await findOrgOfLease(this.#deps.platform.database, named)
    if (orgId === undefined) return null
    const hold: NonNullable<FrameContext['lease']>['hold'] = async (tx) =>
      (await holdLease(tx, orgId, named)) !== 'stale'
    return { orgId, gatewayId: null, receivedAt, lease: { cameraId: lease.camera_id, hold } }
  }

  #named(lease: CameraLease): NamedLease {
    return { relayId: this.peerId, sessionEpoch: this.epoch, cameraId: lease.camera_id, epoch: lease.epoch }
  }

  /** The client was told the event of its own; what became of it is said there. */
  #lateTrigger(eventId: string, outcome: CommandOutcome<'trigger'>, lease: CameraLease | undefined): void {
    this.#reports.add(async () => {
      const context = await this.#contextOf(lease, new Date(this.#deps.platform.clock.now()))
      if (!context?.lease) return
      const { orgId, lease: held } = context
      await this.#deps.platform.database.inOrg(orgId, async (tx) => {
        if (!(await held.hold(tx))) return
        if (outcome.event_id === eventId) await showManualEvent(tx, orgId, eventId)
        else await dropUnseenEvent(tx, orgId, eventId, outcome.event_id)
      })
    })
  }

  #answer(re: string, result: Result): void {
    this.#socket.send(writeToGateway('result', result, { id: randomUUID(), re }))
  }

  #giveUp(why: 'cannot_commit' | 'overloaded'): void {
    if (why === 'overloaded') this.#socket.close(closeCodes.overloaded, 'more than can be taken')
    else this.#socket.close(closeCodes.restarting, 'frames cannot be stored now')
  }
}

const staleLease = {
  code: 'stale_lease',
  message: 'this relay does not hold the camera by this epoch: nothing was changed',
}
