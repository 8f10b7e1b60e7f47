import { liveCloseCodes } from '@sightline/protocol'
import type { WebSocket } from 'ws'
import type { Platform } from '../../../platform/platform.js'
import { findCamera } from '../../cameras/camera.service.js'
import { type GatewayIdentity, isAdmitted } from '../../gateways/presence/gateway-presence.service.js'
import { findLeaseHolder } from '../../relays/leases/lease.service.js'

/** By what somebody may send the pictures of a camera. */
export type Sender =
  /** @param identity the gateway, with the key that opened the socket */
  | {
      readonly kind: 'gateway'
      readonly orgId: string
      readonly cameraId: string
      readonly identity: GatewayIdentity
    }
  /** @param epoch of the lease of the camera */
  | { readonly kind: 'relay'; readonly orgId: string; readonly cameraId: string; readonly epoch: number }

/** What a lost notice would have said is noticed so late at most, ms. */
const lookEveryMs = 5_000

/**
 * The open media sockets of gateways and relays, by what opened each: a gateway that is disabled or lost its key or the camera,
 * and a relay whose lease is over, send nothing more. It is asked anew at each notice, and each 5 s.
 */
export class AgentSockets {
  readonly #platform: Pick<Platform, 'database' | 'log' | 'clock'>
  readonly #open = new Map<WebSocket, Sender>()
  #isLooking = false

  constructor(platform: Pick<Platform, 'database' | 'log' | 'clock'>) {
    this.#platform = platform
  }

  add(socket: WebSocket, sender: Sender): void {
    this.#open.set(socket, sender)
    socket.once('close', () => this.#open.delete(socket))
    // What opened it may have been taken away meanwhile.
    void this.#verify(socket, sender)
    if (this.#isLooking) return
    this.#isLooking = true
    this.#lookLater()
  }

  /** Something about a gateway, its keys, or cameras has changed. */
  verify(concerns: (sender: Sender) => boolean): void {
    for (const [socket, sender] of this.#open) if (concerns(sender)) void this.#verify(socket, sender)
  }

  #lookLater(): void {
    this.#platform.clock.after(lookEveryMs, () => {
      this.#isLooking = this.#open.size > 0
      if (!this.#isLooking) return
      const all = [...this.#open].map(([socket, sender]) => this.#verify(socket, sender))
      void Promise.all(all).then(() => this.#lookLater())
    })
  }

  async #verify(socket: WebSocket, sender: Sender): Promise<void> {
    const { orgId, cameraId } = sender
    try {
      if (await maySend(this.#platform, sender)) return
      socket.close(
        liveCloseCodes.forbidden,
        'disabled, removed, the key was revoked, or the camera is taken away',
      )
    } catch (error) {
      // It is asked again in a moment.
      this.#platform.log.warn({ err: error, orgId, cameraId }, 'live.sender_not_verified')
    }
  }
}

async function maySend({ database }: Pick<Platform, 'database'>, sender: Sender): Promise<boolean> {
  const { orgId, cameraId } = sender
  const db = database.forOrg(orgId)
  switch (sender.kind) {
    case 'gateway': {
      const camera = await findCamera(db, orgId, cameraId)
      return camera?.gateway_id === sender.identity.gatewayId && (await isAdmitted(db, sender.identity))
    }
    case 'relay':
      return (await findLeaseHolder(db, orgId, cameraId))?.lease.epoch === sender.epoch
  }
}
