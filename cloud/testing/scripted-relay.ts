import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type {
  CameraLease,
  CameraSet,
  DurableType,
  Result,
  ToCloudBody,
  ToGatewayFrame,
} from '@sightline/protocol'
import { dial, type GatewayKeys, makeGatewayKeys, ScriptedGateway } from './scripted-gateway.js'

export interface ScriptedRelayOptions {
  /** http://127.0.0.1:port of the node. */
  origin: string
  /** `rl_...` */
  key: string
  relayId?: string
  capacity?: number
  bootId?: string
  lastAckedSeq?: number
  /** What it says that it can do; default: nothing. */
  capabilities?: readonly string[]
}

/** A camera that the relay holds, as it was told last. */
export interface HeldCamera {
  lease: CameraLease
  camera: CameraSet
}

/** A relay that speaks the protocol as it is told to, over a real socket. It serves no camera in truth. */
export class ScriptedRelay extends ScriptedGateway {
  /** What it holds, by camera, as `camera.set` and `camera.drop` left it. */
  readonly held = new Map<string, HeldCamera>()
  relayId = ''
  keys: GatewayKeys | undefined
  #seq = 0

  /** Opens the socket and shakes hands; `welcome` is there when this resolves. */
  static async join(options: ScriptedRelayOptions): Promise<ScriptedRelay> {
    const socket = dial(options.origin, '/api/v1/relays/ws', options.key)
    const relay = new ScriptedRelay(socket)
    await once(socket, 'open')
    relay.relayId = options.relayId ?? randomUUID()
    relay.keys = await makeGatewayKeys()
    relay.#seq = options.lastAckedSeq ?? 0
    relay.send('hello', {
      versions: [1],
      capabilities: [...(options.capabilities ?? [])],
      agent_version: '9.9.9',
      boot_id: options.bootId ?? randomUUID(),
      config_revision: 0,
      last_acked_seq: relay.#seq,
      clock: { now: new Date().toISOString(), synced: true },
      local_ip: null,
      relay: { relay_id: relay.relayId, capacity: options.capacity ?? 50, public_key: relay.keys.publicKey },
    })
    await relay.until('welcome')
    return relay
  }

  /** Resolves with the camera when the relay holds it. */
  async untilHeld(cameraId: string, fits: (held: HeldCamera) => boolean = () => true): Promise<HeldCamera> {
    const found = () => {
      const held = this.held.get(cameraId)
      return held && fits(held) ? held : undefined
    }
    await this.untilIt(`the lease of ${cameraId}`, () => found() !== undefined)
    const held = found()
    if (!held) throw new Error('unreachable')
    return held
  }

  untilDropped(cameraId: string): Promise<void> {
    return this.untilIt(`the drop of ${cameraId}`, () => !this.held.has(cameraId))
  }

  /** Reports a camera by the lease that is held, or by another one. */
  report(
    cameraId: string,
    state: ToCloudBody<'camera.status'>['state'],
    lease = this.leaseOf(cameraId),
  ): void {
    this.reportCamera(cameraId, state, lease)
  }

  /** Sends a durable frame with the next number. Resolves with why it was refused, or null, once it is confirmed. */
  async deliver<T extends DurableType>(
    type: T,
    body: ToCloudBody<T>,
    lease: CameraLease | null = this.leaseOf(body.camera_id) ?? null,
  ): Promise<string | null> {
    this.#seq += 1
    const seq = this.#seq
    this.sendDurable(seq, type, body, lease ?? undefined)
    await this.until('ack', ({ ack }) => ack >= seq)
    const rejected = this.framesOf('ack').flatMap(({ body: acked }) => acked.rejected)
    return rejected.find((one) => one.seq === seq)?.code ?? null
  }

  /** Asks about an upload, and resolves with the answer. */
  async ask<T extends 'upload.begin' | 'upload.complete'>(
    type: T,
    body: ToCloudBody<T>,
    lease: CameraLease | undefined,
  ): Promise<Result> {
    const id = this.send(type, body, undefined, lease)
    return (await this.until('result', ({ re }) => re === id)).body
  }

  leaseOf(cameraId: string): CameraLease | undefined {
    return this.held.get(cameraId)?.lease
  }

  protected override took(frame: ToGatewayFrame): void {
    if (!frame.lease) return
    const { camera_id: cameraId } = frame.lease
    if (frame.type === 'camera.set') this.held.set(cameraId, { lease: frame.lease, camera: frame.body })
    if (frame.type === 'camera.drop') this.held.delete(cameraId)
  }
}
