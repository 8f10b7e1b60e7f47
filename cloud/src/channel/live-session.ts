import {
  type CommandOutcome,
  type CommandType,
  closeCodes,
  type Result,
  type ToCloudFrame,
} from '@sightline/protocol'
import { loadConfiguration } from '../cameras/camera-configuration.service.js'
import { takeCameraStatus } from '../cameras/camera-report.service.js'
import { dropUnseenEvent, showManualEvent } from '../events/event.service.js'
import {
  type GatewayIdentity,
  type HeartbeatFacts,
  isAdmitted,
  takeHeartbeat,
  takeTelemetry,
} from '../gateways/gateway-presence.service.js'
import type { Log } from '../platform/log.js'
import { answerWith, sendResult } from './answer-request.js'
import type { ChannelDeps } from './channel-deps.js'
import { ConfigurationSender } from './configuration-sender.js'
import { type FrameContext, handOver } from './durable-intake.js'
import { DurableLane, isDurableFrame } from './durable-lane.js'
import { answerMoved, answerProposal, answerUnpair } from './gateway-requests.js'
import { giveUp } from './give-up.js'
import type { LivePeer } from './guest.js'
import type { HeldGateway, Hub } from './hub.js'
import type { PeerSocket } from './peer-socket.js'
import { type CommandAnswer, type CommandBody, PendingCommands } from './pending-commands.js'
import { ReportQueue } from './report-queue.js'
import { findEpoch, holdSession } from './session.repository.js'
import { SessionPresence } from './session-presence.js'
import { takeText } from './take-text.js'

/** One gateway between `welcome` and the end of its socket. */
export class LiveSession implements HeldGateway, LivePeer {
  readonly peerId: string
  readonly epoch: number
  readonly orgId: string
  readonly gatewayId: string
  readonly #identity: GatewayIdentity
  readonly #deps: ChannelDeps
  readonly #log: Log
  readonly #hub: Hub<HeldGateway>
  readonly #socket: PeerSocket
  readonly #lane: DurableLane
  readonly #commands: PendingCommands
  readonly #configuration: ConfigurationSender
  readonly #reports: ReportQueue
  readonly #presence: SessionPresence

  constructor(
    deps: ChannelDeps,
    log: Log,
    hub: Hub<HeldGateway>,
    socket: PeerSocket,
    identity: GatewayIdentity,
    begun: { epoch: number; heldRevision: number; ackedSeq: number },
  ) {
    const { orgId, gatewayId } = identity
    const { clock } = deps.platform
    const send = (text: string) => socket.send(text)
    this.#deps = deps
    this.#log = log
    this.#hub = hub
    this.#reports = new ReportQueue(log, () => giveUp(socket, 'overloaded'))
    this.#socket = socket
    this.#identity = identity
    this.orgId = orgId
    this.gatewayId = gatewayId
    this.peerId = gatewayId
    this.epoch = begun.epoch
    this.#commands = new PendingCommands(clock, send, (eventId, outcome) =>
      this.#lateTrigger(eventId, outcome),
    )
    this.#lane = new DurableLane(
      {
        clock,
        log,
        takeIn: (frame, receivedAt) => handOver(deps.intake, { orgId, gatewayId, receivedAt }, frame),
        send,
        giveUp: (why) => giveUp(socket, why),
      },
      begun.ackedSeq,
    )
    this.#configuration = new ConfigurationSender(
      {
        log,
        send,
        drained: () => socket.drained(),
        load: (held) => loadConfiguration(deps.platform, orgId, gatewayId, held),
      },
      begun.heldRevision,
    )
    this.#presence = new SessionPresence(deps.platform, {
      orgId,
      gatewayId,
      epoch: begun.epoch,
      socket,
      report: (take) => this.#report(take),
      replace: () => this.replace(),
    })
  }

  command<T extends CommandType>(
    type: T,
    body: CommandBody<T>,
    deadlineMs: number,
  ): Promise<CommandAnswer<T>> {
    return this.#commands.run(type, body, deadlineMs)
  }

  start(): void {
    this.#hub.add(this)
    this.sendConfiguration()
  }

  sendConfiguration(): void {
    this.#configuration.request()
  }

  replace(): void {
    this.#socket.close(closeCodes.replaced, 'a newer session of this gateway took over')
  }

  async verify(): Promise<void> {
    const db = this.#deps.platform.database.forOrg(this.orgId)
    const newest = await findEpoch(db, this.orgId, this.gatewayId)
    if (newest !== undefined && newest > this.epoch) return this.replace()
    if (!(await isAdmitted(db, this.#identity))) this.#revoke()
  }

  async end(): Promise<void> {
    this.#hub.remove(this)
    this.#presence.end()
    this.#configuration.end()
    this.#commands.end()
    await Promise.all([this.#lane.end(), this.#reports.settled()])
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
      case 'heartbeat': {
        const offsetMs = this.#deps.platform.clock.now() - Date.parse(frame.body.now)
        const { clock_synced: synced, storage, losses } = frame.body
        return this.#report(() => this.#heartbeat({ offsetMs, synced, storage, losses }))
      }
      case 'telemetry':
        return this.#report(() =>
          takeTelemetry(
            this.#deps.platform.database.forOrg(this.orgId),
            this.orgId,
            this.gatewayId,
            frame.body,
          ),
        )
      case 'camera.status':
        return this.#report(() =>
          this.#deps.platform.database.inOrg(this.orgId, async (tx) => {
            if (!(await holdSession(tx, this.orgId, this.gatewayId, this.epoch))) return
            await takeCameraStatus(tx, this.orgId, this.gatewayId, frame.body)
          }),
        )
      case 'upload.begin':
        return this.#serve(frame.id, (context) => this.#deps.uploads.beginUpload(context, frame.body))
      case 'upload.complete':
        return this.#serve(frame.id, (context) => this.#deps.uploads.completeUpload(context, frame.body))
      case 'camera.moved':
        return this.#serve(frame.id, () => answerMoved(this.#deps.platform, this, frame.body))
      case 'camera.propose':
        return this.#serve(frame.id, () => answerProposal(this.#deps.platform, this, frame.body))
      case 'gateway.unpair':
        return this.#serve(frame.id, () => answerUnpair(this.#deps.platform, this, frame.body))
      case 'result':
        return this.#commands.settle(frame.re, frame.body)
    }
  }

  async #heartbeat(facts: HeartbeatFacts): Promise<void> {
    const db = this.#deps.platform.database.forOrg(this.orgId)
    if (!(await this.#presence.touch())) return
    const gateway = await takeHeartbeat(db, this.orgId, this.gatewayId, facts)
    if (!gateway || gateway.status === 'disabled') return this.#revoke()
    if (gateway.configRevision !== this.#configuration.held) this.#configuration.request()
  }

  #report(take: () => Promise<void>): void {
    this.#reports.add(take)
  }

  #serve(id: string, work: (context: FrameContext) => Promise<Result>): void {
    const receivedAt = new Date(this.#deps.platform.clock.now())
    const context = { orgId: this.orgId, gatewayId: this.gatewayId, receivedAt }
    answerWith(this.#socket, this.#log, id, work(context))
  }

  /** The client was told the event of its own; what became of it is said there. */
  #lateTrigger(eventId: string, outcome: CommandOutcome<'trigger'>): void {
    this.#report(() =>
      this.#deps.platform.database.inOrg(this.orgId, async (tx) => {
        if (outcome.event_id === eventId) await showManualEvent(tx, this.orgId, eventId)
        else await dropUnseenEvent(tx, this.orgId, eventId, outcome.event_id)
      }),
    )
  }

  #revoke(): void {
    this.#socket.close(closeCodes.revoked, 'disabled, removed, or the key was revoked')
  }
}
