import { randomUUID } from 'node:crypto'
import {
  type CameraLease,
  type CommandOutcome,
  type CommandType,
  closeCodes,
  type ToCloudFrame,
  writeToGateway,
} from '@sightline/protocol'
import { takeCameraStatus } from '../cameras/camera-report.service.js'
import { isUndescribed } from '../cameras/direct-camera.service.js'
import { dropUnseenEvent, showManualEvent } from '../events/event.service.js'
import type { Log } from '../platform/log.js'
import { type KeptRelay, LeaseKeeper } from '../relays/lease.service.js'
import { isNewestSession } from '../relays/relay-session.service.js'
import { answerWith, sendResult } from './answer-request.js'
import { CameraDescriber } from './camera-describer.js'
import type { ChannelDeps } from './channel-deps.js'
import { type FrameContext, handOver, type IntakeOutcome, type UploadAnswer } from './durable-intake.js'
import { type DurableFrame, DurableLane, isDurableFrame } from './durable-lane.js'
import { giveUp } from './give-up.js'
import type { LivePeer } from './guest.js'
import type { HeldRelay, Hub } from './hub.js'
import { LeaseDesk, staleLease } from './lease-desk.js'
import type { PeerSocket } from './peer-socket.js'
import { type CommandAnswer, type CommandBody, PendingCommands } from './pending-commands.js'
import { ReportQueue } from './report-queue.js'
import { takeText } from './take-text.js'

/** Codes with which a relay says goodbye (RFC 6455): its cameras are free at once. */
const goodbye = new Set([1000, 1001])

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
  readonly #desk: LeaseDesk
  readonly #describer: CameraDescriber

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
    this.#desk = new LeaseDesk(deps.platform, relay)
    this.#socket = socket
    this.#reports = new ReportQueue(log, () => giveUp(socket, 'overloaded'))
    this.#commands = new PendingCommands(clock, send, (eventId, outcome, lease) =>
      this.#lateTrigger(eventId, outcome, lease),
    )
    const { platform } = deps
    const { publicKey } = relay
    this.#describer = new CameraDescriber({
      platform,
      log,
      desk: this.#desk,
      commands: this.#commands,
      publicKey,
    })
    this.#lane = new DurableLane(
      {
        clock,
        log,
        takeIn: (frame, receivedAt) => this.#takeIn(frame, receivedAt),
        send,
        giveUp: (why) => giveUp(socket, why),
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
    await this.#describer.settled()
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
        answer: (re, result) => sendResult(this.#socket, re, result),
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
      case 'camera.moved':
        // Cameras of relays are reached over the internet, at addresses that people give.
        return sendResult(this.#socket, frame.id, {
          ok: false,
          error: { code: 'unsupported', message: 'a relay finds no cameras' },
        })
      case 'camera.propose':
      case 'gateway.unpair':
        return sendResult(this.#socket, frame.id, {
          ok: false,
          error: { code: 'forbidden', message: 'only a gateway may ask for this' },
        })
      case 'result':
        return this.#commands.settle(frame.re, frame.body)
    }
  }

  async #takeStatus({ lease, body }: Extract<ToCloudFrame, { type: 'camera.status' }>): Promise<void> {
    if (lease?.camera_id !== body.camera_id) return
    const taken = await this.#desk.whileLive(lease, async (tx, orgId) => {
      await takeCameraStatus(tx, orgId, null, body)
      return body.state === 'online' && (await isUndescribed(tx, orgId, body.camera_id))
    })
    if (taken?.value) this.#describer.describe(taken.orgId, lease)
  }

  async #takeIn(frame: DurableFrame, receivedAt: Date): Promise<IntakeOutcome> {
    if (frame.lease?.camera_id !== frame.body.camera_id) {
      return {
        rejected: { code: 'invalid', message: 'a frame about a camera names the lease of that camera' },
      }
    }
    const context = await this.#desk.contextOf(frame.lease, receivedAt)
    return context ? handOver(this.#deps.intake, context, frame) : { rejected: staleLease }
  }

  #serve(
    { id, lease }: { id: string; lease?: CameraLease | undefined },
    work: (context: FrameContext) => Promise<UploadAnswer<Record<string, unknown>>>,
  ): void {
    const answered = this.#desk
      .contextOf(lease)
      .then((context) => (context ? work(context) : { ok: false as const, error: staleLease }))
    answerWith(this.#socket, this.#log, id, answered)
  }

  /** The client was told the event of its own; what became of it is said there. */
  #lateTrigger(eventId: string, outcome: CommandOutcome<'trigger'>, lease: CameraLease | undefined): void {
    this.#reports.add(async () => {
      const context = await this.#desk.contextOf(lease)
      if (!context) return
      const { orgId, lease: held } = context
      await this.#deps.platform.database.inOrg(orgId, async (tx) => {
        if (!(await held.hold(tx))) return
        if (outcome.event_id === eventId) await showManualEvent(tx, orgId, eventId)
        else await dropUnseenEvent(tx, orgId, eventId, outcome.event_id)
      })
    })
  }
}
