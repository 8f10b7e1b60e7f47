import {
  type CameraLease,
  type CommandOutcome,
  type CommandType,
  closeCodes,
  type Result,
  type ToCloudFrame,
} from '@sightline/protocol'
import type { FrameFailure } from '../../../events/intake/event-intake.service.js'
import {
  type IntakeContext,
  type IntakeOutcome,
  staleLease,
} from '../../../events/intake/intake-frame.service.js'
import type { Log } from '../../../platform/log.js'
import { takeCameraStatus } from '../../cameras/condition/camera-report.service.js'
import { needsProbe } from '../../cameras/configuration/direct-camera.service.js'
import { type KeptRelay, LeaseKeeper } from '../../relays/leases/lease.service.js'
import { isNewestSession } from '../../relays/relay-presence.service.js'
import type { ChannelDeps } from '../channel-deps.js'
import type { Command, CommandAnswer } from '../commands/pending-commands.js'
import type { PeerSocket } from '../socket/peer-socket.js'
import { Conversation, type SessionFrame } from './conversation.js'
import { DirectCameraProber } from './direct-camera-prober.js'
import type { DurableFrame } from './durable-lane.js'
import { settleTrigger } from './late-trigger.js'
import { leaseNotifier } from './lease-notifier.js'
import { LeaseResolver } from './lease-resolver.js'
import type { RelayPeer } from './peer-session.js'
import type { SessionRegistry } from './session-registry.js'

/** Codes of a relay that stops in order (RFC 6455): its cameras are free at once. */
const cleanCloseCodes = new Set([1000, 1001])

/**
 * One relay between `welcome` and the end of its socket. It serves cameras of many organisations: whose a frame is
 * follows from the lease that it names, as the database has it, and from nothing that the relay says.
 */
export class RelaySession implements RelayPeer {
  readonly peerId: string
  readonly epoch: number
  readonly #deps: ChannelDeps
  readonly #log: Log
  readonly #registry: SessionRegistry<RelayPeer>
  readonly #socket: PeerSocket
  readonly #conversation: Conversation
  readonly #keeper: LeaseKeeper
  readonly #stop = new AbortController()
  #keeping: Promise<void> = Promise.resolve()
  readonly #resolver: LeaseResolver
  readonly #prober: DirectCameraProber

  constructor(
    deps: ChannelDeps,
    registry: SessionRegistry<RelayPeer>,
    { socket, relay, ackedSeq }: { socket: PeerSocket; relay: Omit<KeptRelay, 'silentMs'>; ackedSeq: number },
  ) {
    const { platform } = deps
    const { clock } = platform
    this.#log = platform.log.child({ relayId: relay.relayId })
    this.peerId = relay.relayId
    this.epoch = relay.sessionEpoch
    this.#deps = deps
    this.#registry = registry
    this.#socket = socket
    this.#resolver = new LeaseResolver(platform, relay)
    this.#conversation = new Conversation(
      { clock, log: this.#log, socket, ackedSeq },
      {
        commit: (frame, receivedAt) => this.#commit(frame, receivedAt),
        quarantine: (frame, receivedAt, failure) => this.#quarantine(frame, receivedAt, failure),
        handle: (frame) => this.#handle(frame),
        lateTrigger: (eventId, outcome, lease) => this.#lateTrigger(eventId, outcome, lease),
      },
    )
    this.#prober = new DirectCameraProber({
      platform,
      log: this.#log,
      leases: this.#resolver,
      commands: this.#conversation.commands,
      slots: deps.probeSlots,
      publicKey: relay.publicKey,
    })
    const silentMs = () => clock.monotonic() - socket.heardAt
    const notifier = leaseNotifier(socket, () => this.replace())
    this.#keeper = new LeaseKeeper(platform, { ...relay, silentMs }, notifier)
  }

  start(): void {
    this.#registry.add(this)
    this.#keeping = this.#keeper.run(this.#stop.signal)
  }

  command<T extends CommandType>(command: Command<T>): Promise<CommandAnswer<T>> {
    return this.#conversation.commands.run(command)
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
    this.#registry.remove(this)
    this.#stop.abort()
    await Promise.all([this.#keeping, this.#conversation.end()])
    await this.#prober.end()
    await this.#keeper
      .leave({ free: cleanCloseCodes.has(closeCode) })
      .catch((error: unknown) => this.#log.warn({ err: error }, 'relay.leases_not_released'))
  }

  receive(text: string): void {
    this.#conversation.receive(text)
  }

  #handle(frame: SessionFrame): void {
    switch (frame.type) {
      case 'heartbeat':
        // Every frame is a sign of life: the socket noted it, and the leases follow from that.
        return
      case 'discovery.found':
        // A relay is never asked to look for cameras.
        return
      case 'telemetry':
        return this.#log.debug({ telemetry: frame.body }, 'relay.telemetry')
      case 'camera.status':
        return this.#conversation.report(() => this.#takeStatus(frame))
      case 'upload.begin':
        return this.#answer(frame, (context) => this.#deps.uploads.beginUpload(context, frame.body))
      case 'upload.complete':
        return this.#answer(frame, (context) => this.#deps.uploads.completeUpload(context, frame.body))
      case 'camera.moved':
        // Cameras of relays are reached over the internet, at addresses that people give.
        return this.#conversation.refuse(frame.id, {
          code: 'unsupported',
          message: 'a relay finds no cameras',
        })
      case 'camera.propose':
      case 'gateway.unpair':
        return this.#conversation.refuse(frame.id, {
          code: 'forbidden',
          message: 'only a gateway may ask for this',
        })
    }
  }

  async #takeStatus({ lease, body }: Extract<ToCloudFrame, { type: 'camera.status' }>): Promise<void> {
    if (lease?.camera_id !== body.camera_id) return
    const taken = await this.#resolver.whileLive(lease, async (tx, orgId) => {
      await takeCameraStatus(tx, orgId, null, body)
      return body.state === 'online' && (await needsProbe(tx, orgId, body.camera_id))
    })
    if (taken?.value) this.#prober.probe(taken.orgId, lease)
  }

  async #commit(frame: DurableFrame, receivedAt: Date): Promise<IntakeOutcome> {
    if (frame.lease?.camera_id !== frame.body.camera_id) {
      return {
        rejected: { code: 'invalid', message: 'a frame about a camera names the lease of that camera' },
      }
    }
    const context = await this.#resolver.contextOf(frame.lease, receivedAt)
    return context ? this.#deps.intake.take(context, frame) : { rejected: staleLease }
  }

  async #quarantine(frame: DurableFrame, receivedAt: Date, failure: FrameFailure): Promise<boolean> {
    const context = await this.#resolver.contextOf(frame.lease, receivedAt)
    return context !== null && this.#deps.intake.quarantine(context, frame, failure)
  }

  #answer(
    { id, lease }: { id: string; lease?: CameraLease | undefined },
    work: (context: IntakeContext) => Promise<Result>,
  ): void {
    const answered = this.#resolver
      .contextOf(lease)
      .then((context) => (context ? work(context) : { ok: false as const, error: staleLease }))
    this.#conversation.answer(id, answered)
  }

  #lateTrigger(eventId: string, outcome: CommandOutcome<'trigger'>, lease: CameraLease | undefined): void {
    this.#conversation.report(async () => {
      const context = await this.#resolver.contextOf(lease)
      if (!context) return
      const { orgId, lease: held } = context
      const { platform, manualEvents } = this.#deps
      await platform.database.inOrg(orgId, async (tx) => {
        if (await held.hold(tx)) await settleTrigger(manualEvents, tx, { orgId, eventId, outcome })
      })
    })
  }
}
