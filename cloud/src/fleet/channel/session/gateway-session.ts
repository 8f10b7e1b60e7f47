import { type CommandOutcome, type CommandType, closeCodes, type Result } from '@sightline/protocol'
import type { IntakeContext } from '../../../events/intake/intake-frame.service.js'
import type { Log } from '../../../platform/log.js'
import { takeCameraStatus } from '../../cameras/condition/camera-report.service.js'
import { loadConfiguration } from '../../cameras/configuration/camera-configuration.service.js'
import { takeSeen } from '../../gateways/discovery/discovery.service.js'
import {
  type GatewayIdentity,
  type HeartbeatFacts,
  isAdmitted,
  saveHeartbeat,
  saveTelemetry,
} from '../../gateways/presence/gateway-presence.service.js'
import type { ChannelDeps } from '../channel-deps.js'
import type { Command, CommandAnswer } from '../commands/pending-commands.js'
import { goingOn } from '../presence/gateway-clock.js'
import { SessionPresence } from '../presence/session-presence.js'
import type { PeerSocket } from '../socket/peer-socket.js'
import { ConfigurationSender } from './configuration-sender.js'
import { Conversation, type SessionFrame } from './conversation.js'
import { answerMoved, answerProposal, answerUnpair } from './gateway-requests.js'
import { settleTrigger } from './late-trigger.js'
import type { GatewayPeer } from './peer-session.js'
import { findEpoch, holdSession, type SessionKey } from './session.repository.js'
import type { SessionRegistry } from './session-registry.js'

/** What a session of a gateway begins with. */
interface GatewaySessionStart {
  readonly log: Log
  readonly socket: PeerSocket
  readonly identity: GatewayIdentity
  readonly epoch: number
  /** The revision of the configuration that the gateway has. */
  readonly heldRevision: number
  readonly ackedSeq: number
}

/** One gateway between `welcome` and the end of its socket. */
export class GatewaySession implements GatewayPeer {
  readonly peerId: string
  readonly epoch: number
  readonly orgId: string
  readonly #session: SessionKey
  readonly #identity: GatewayIdentity
  readonly #deps: ChannelDeps
  readonly #registry: SessionRegistry<GatewayPeer>
  readonly #socket: PeerSocket
  readonly #conversation: Conversation
  readonly #configuration: ConfigurationSender
  readonly #presence: SessionPresence
  /** Settles once the gateway was told that it is unpaired; at once where it did not ask. */
  #parting: Promise<void> = Promise.resolve()

  constructor(deps: ChannelDeps, registry: SessionRegistry<GatewayPeer>, start: GatewaySessionStart) {
    const { log, socket, identity, epoch, ackedSeq } = start
    const { orgId, gatewayId } = identity
    const { clock } = deps.platform
    this.#deps = deps
    this.#registry = registry
    this.#socket = socket
    this.#identity = identity
    this.orgId = orgId
    this.peerId = gatewayId
    this.epoch = epoch
    this.#session = { orgId, gatewayId, epoch }
    this.#conversation = new Conversation(
      { clock, log, socket, ackedSeq },
      {
        commit: (frame, receivedAt) => deps.intake.take({ orgId, gatewayId, receivedAt }, frame),
        quarantine: (frame, receivedAt, failure) =>
          deps.intake.quarantine({ orgId, gatewayId, receivedAt }, frame, failure),
        handle: (frame) => this.#handle(frame),
        lateTrigger: (eventId, outcome) => this.#lateTrigger(eventId, outcome),
      },
    )
    this.#configuration = new ConfigurationSender(
      {
        log,
        send: (text) => socket.send(text),
        drained: () => socket.drained(),
        load: (held) => loadConfiguration(deps.platform, orgId, gatewayId, held),
      },
      start.heldRevision,
    )
    this.#presence = new SessionPresence(deps.platform, this.#session, {
      socket,
      report: (take) => this.#conversation.report(take),
      replace: () => this.replace(),
    })
  }

  command<T extends CommandType>(command: Command<T>): Promise<CommandAnswer<T>> {
    return this.#conversation.commands.run(command)
  }

  start(): void {
    this.#registry.add(this)
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
    const newest = await findEpoch(db, this.orgId, this.peerId)
    if (newest !== undefined && newest > this.epoch) return this.replace()
    if (!(await isAdmitted(db, this.#identity))) this.#revoke()
  }

  async end(): Promise<void> {
    this.#registry.remove(this)
    this.#presence.end()
    this.#configuration.end()
    await this.#conversation.end()
  }

  receive(text: string): void {
    this.#conversation.receive(text)
  }

  #handle(frame: SessionFrame): void {
    const { platform, uploads } = this.#deps
    const { orgId, peerId: gatewayId } = this
    switch (frame.type) {
      case 'heartbeat': {
        const gatewayNow = goingOn(platform.clock, Date.parse(frame.body.now))
        const { clock_synced: synced, storage, losses } = frame.body
        return this.#conversation.report(() => this.#heartbeat({ gatewayNow, synced, storage, losses }))
      }
      case 'telemetry':
        return this.#conversation.report(() =>
          saveTelemetry(platform.database.forOrg(orgId), orgId, gatewayId, frame.body),
        )
      case 'discovery.found':
        return this.#conversation.report(() =>
          takeSeen(platform.database, orgId, gatewayId, frame.body.devices),
        )
      case 'camera.status':
        return this.#conversation.report(() =>
          platform.database.inOrg(orgId, async (tx) => {
            if (!(await holdSession(tx, this.#session))) return
            await takeCameraStatus(tx, orgId, gatewayId, frame.body)
          }),
        )
      case 'upload.begin':
        return this.#answer(frame.id, (context) => uploads.beginUpload(context, frame.body))
      case 'upload.complete':
        return this.#answer(frame.id, (context) => uploads.completeUpload(context, frame.body))
      case 'camera.moved':
        return this.#answer(frame.id, () => answerMoved(platform, this.#session, frame.body))
      case 'camera.propose':
        return this.#answer(frame.id, () => answerProposal(platform, this.#session, frame.body))
      case 'gateway.unpair':
        return this.#unpair(frame.id, answerUnpair(platform, this.#session, frame.body))
    }
  }

  async #heartbeat(facts: HeartbeatFacts): Promise<void> {
    const db = this.#deps.platform.database.forOrg(this.orgId)
    if (!(await this.#presence.touch())) return
    const gateway = await saveHeartbeat(db, this.#identity, facts)
    if (!gateway || gateway.status === 'disabled') return this.#revoke()
    if (gateway.configRevision !== this.#configuration.held) this.#configuration.request()
  }

  #answer(id: string, work: (context: IntakeContext) => Promise<Result>): void {
    const receivedAt = new Date(this.#deps.platform.clock.now())
    const { orgId, peerId: gatewayId } = this
    this.#conversation.answer(id, work({ orgId, gatewayId, receivedAt }))
  }

  #lateTrigger(eventId: string, outcome: CommandOutcome<'trigger'>): void {
    const { platform, manualEvents } = this.#deps
    this.#conversation.report(() =>
      platform.database.inOrg(this.orgId, (tx) =>
        settleTrigger(manualEvents, tx, { orgId: this.orgId, eventId, outcome }),
      ),
    )
  }

  /** Its own wish ends the session too, and the notice of that may be there sooner than the answer. */
  #unpair(id: string, work: Promise<Result>): void {
    this.#conversation.answer(id, work)
    this.#parting = work.then(
      () => undefined,
      () => undefined,
    )
  }

  /** A gateway that gave itself up hears the answer first. */
  #revoke(): void {
    void this.#parting.then(() =>
      this.#socket.close(closeCodes.revoked, 'disabled, removed, or the key was revoked'),
    )
  }
}
