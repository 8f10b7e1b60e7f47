import { randomUUID } from 'node:crypto'
import {
  type CommandOutcome,
  type CommandType,
  channelLimits,
  closeCodes,
  isDurable,
  type Result,
  readToCloud,
  remedyFor,
  type ToCloudFrame,
  writeToGateway,
} from '@sightline/protocol'
import { loadConfiguration } from '../cameras/camera-configuration.service.js'
import { takeCameraStatus } from '../cameras/camera-report.service.js'
import { dropUnseenEvent, showManualEvent } from '../events/event.service.js'
import type { GatewayIdentity } from '../gateways/gateway-presence.service.js'
import { isAdmitted, takeHeartbeat, takeTelemetry } from '../gateways/gateway-presence.service.js'
import type { Log } from '../platform/log.js'
import type { ChannelDeps } from './channel-deps.js'
import { ConfigurationSender } from './configuration-sender.js'
import type { FrameContext, UploadAnswer } from './durable-intake.js'
import { type DurableFrame, DurableLane } from './durable-lane.js'
import type { HeldSession } from './hub.js'
import type { PeerSocket } from './peer-socket.js'
import { type CommandAnswer, type CommandBody, PendingCommands } from './pending-commands.js'
import { findEpoch, holdSession, touchSession } from './session.repository.js'

/** Reports that may wait for the database before the gateway is cut. */
const reportsMost = 500

/** One gateway between `welcome` and the end of its socket. */
export class LiveSession implements HeldSession {
  readonly epoch: number
  readonly orgId: string
  readonly gatewayId: string
  readonly #identity: GatewayIdentity
  readonly #deps: ChannelDeps
  readonly #log: Log
  readonly #socket: PeerSocket
  readonly #lane: DurableLane
  readonly #commands: PendingCommands
  readonly #configuration: ConfigurationSender
  /** Reports are taken one after the other: the last one counts. */
  #reports: Promise<void> = Promise.resolve()
  #reportsWaiting = 0
  #touchedAt: number
  #cancelTouch: () => void = () => {}

  constructor(
    deps: ChannelDeps,
    log: Log,
    socket: PeerSocket,
    identity: GatewayIdentity,
    begun: { epoch: number; heldRevision: number; ackedSeq: number },
  ) {
    const { orgId, gatewayId } = identity
    const { clock } = deps.platform
    const send = (text: string) => socket.send(text)
    this.#deps = deps
    this.#log = log
    this.#socket = socket
    this.#identity = identity
    this.orgId = orgId
    this.gatewayId = gatewayId
    this.epoch = begun.epoch
    this.#touchedAt = clock.monotonic()
    this.#commands = new PendingCommands(clock, send, (eventId, outcome) =>
      this.#lateTrigger(eventId, outcome),
    )
    this.#lane = new DurableLane(
      { clock, log, intake: deps.intake, send, giveUp: (why) => this.#giveUp(why) },
      identity,
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
    this.#keepTouching()
  }

  command<T extends CommandType>(
    type: T,
    body: CommandBody<T>,
    deadlineMs: number,
  ): Promise<CommandAnswer<T>> {
    return this.#commands.run(type, body, deadlineMs)
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

  /** The socket is gone. Resolves when what is being committed is done. */
  async end(): Promise<void> {
    this.#cancelTouch()
    this.#configuration.end()
    this.#commands.end()
    await Promise.all([this.#lane.end(), this.#reports])
  }

  /** Takes one text message of the gateway. */
  take(text: string): void {
    const reading = readToCloud(text)
    if (reading.kind === 'frame') return this.#dispatch(reading.frame)
    const remedy = remedyFor(reading)
    const reason = reading.kind === 'bad' ? reading.reason : 'unknown type'
    this.#log.info({ type: reading.type, reason, remedy: remedy.do }, 'channel.frame_not_taken')
    switch (remedy.do) {
      case 'refuse':
        return this.#lane.refuse(remedy.seq, remedy.code, reason)
      case 'answer':
        return this.#answer(remedy.re, { ok: false, error: { code: remedy.code, message: reason } })
      case 'settle':
        return this.#commands.settle(remedy.re, {
          ok: false,
          error: { code: 'internal', message: 'the answer of the gateway does not fit its form' },
        })
      case 'drop':
        return
      case 'close':
        return this.#socket.close(closeCodes.badFrame, 'the frame could not be read')
    }
  }

  #dispatch(frame: ToCloudFrame): void {
    if (isDurableFrame(frame)) return this.#lane.take(frame)
    switch (frame.type) {
      case 'hello':
        return this.#socket.close(closeCodes.badFrame, 'a second hello')
      case 'heartbeat': {
        const offsetMs = this.#deps.platform.clock.now() - Date.parse(frame.body.now)
        return this.#report(() => this.#heartbeat({ offsetMs, synced: frame.body.clock_synced }))
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
      case 'result':
        return this.#commands.settle(frame.re, frame.body)
    }
  }

  async #heartbeat(clock: { offsetMs: number; synced: boolean | null }): Promise<void> {
    const db = this.#deps.platform.database.forOrg(this.orgId)
    if (!(await this.#touch())) return
    const gateway = await takeHeartbeat(db, this.orgId, this.gatewayId, clock)
    if (!gateway || gateway.status === 'disabled') return this.#revoke()
    if (gateway.configRevision !== this.#configuration.held) this.#configuration.request()
  }

  /** Says in the database that the session lives; closes it where the database says that it does not. */
  async #touch(): Promise<boolean> {
    const db = this.#deps.platform.database.forOrg(this.orgId)
    const touchedAt = this.#deps.platform.clock.monotonic()
    if (await touchSession(db, this.orgId, this.gatewayId, this.epoch)) {
      this.#touchedAt = touchedAt
      return true
    }
    const newest = await findEpoch(db, this.orgId, this.gatewayId)
    if (newest === this.epoch) this.#socket.close(closeCodes.restarting, 'given up as silent; connect again')
    else this.replace()
    return false
  }

  /** A pong is a sign of life too: a gateway whose heartbeats fail to come is not off line for that. */
  #keepTouching(): void {
    const { clock } = this.#deps.platform
    this.#cancelTouch = clock.after(channelLimits.heartbeatIntervalSec * 1000, () => {
      const intervalMs = channelLimits.heartbeatIntervalSec * 1000
      const isDue = clock.monotonic() - this.#touchedAt >= intervalMs * 0.9
      if (isDue && this.#socket.heardAt > this.#touchedAt) {
        this.#report(async () => {
          await this.#touch()
        })
      }
      this.#keepTouching()
    })
  }

  #report(take: () => Promise<void>): void {
    if (this.#reportsWaiting >= reportsMost) return this.#giveUp('overloaded')
    this.#reportsWaiting += 1
    this.#reports = this.#reports.then(take).then(
      () => {
        this.#reportsWaiting -= 1
      },
      (error: unknown) => {
        this.#reportsWaiting -= 1
        this.#log.error({ err: error }, 'channel.report_not_taken')
      },
    )
  }

  #serve(id: string, work: (context: FrameContext) => Promise<UploadAnswer<Record<string, unknown>>>): void {
    const receivedAt = new Date(this.#deps.platform.clock.now())
    work({ orgId: this.orgId, gatewayId: this.gatewayId, receivedAt }).then(
      (answer) => this.#answer(id, answer),
      (error: unknown) => {
        this.#log.error({ err: error }, 'channel.request_failed')
        this.#answer(id, { ok: false, error: { code: 'internal', message: 'try again later' } })
      },
    )
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

  #answer(re: string, result: Result): void {
    this.#socket.send(writeToGateway('result', result, { id: randomUUID(), re }))
  }

  #revoke(): void {
    this.#socket.close(closeCodes.revoked, 'disabled, removed, or the key was revoked')
  }

  #giveUp(why: 'cannot_commit' | 'overloaded'): void {
    if (why === 'overloaded') this.#socket.close(closeCodes.overloaded, 'more than can be taken')
    else this.#socket.close(closeCodes.restarting, 'frames cannot be stored now')
  }
}

function isDurableFrame(frame: ToCloudFrame): frame is DurableFrame {
  return isDurable(frame.type)
}
