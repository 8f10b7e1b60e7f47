import type { WebSocket } from 'ws'

/** Who may open a media socket. */
export type Dialer =
  | {
      readonly kind: 'gateway'
      readonly orgId: string
      readonly cameraId: string
      readonly gatewayId: string
    }
  /** Which relay it is follows from the lease of the camera. */
  | { readonly kind: 'relay'; readonly orgId: string; readonly cameraId: string }

/** A media socket that an agent was asked to open. */
export interface ExpectedSocket {
  readonly liveId: string
  readonly dialer: Dialer
  /** Takes the socket over; called once. */
  take(socket: WebSocket): void
}

/** The media sockets that this node waits for, and those that are open: a `live_id` is good for one. */
export class ExpectedSockets {
  readonly #expected = new Map<string, { readonly socket: ExpectedSocket; isTaken: boolean }>()

  /** @returns ends that the socket is known, open or not */
  expect(socket: ExpectedSocket): () => void {
    this.#expected.set(socket.liveId, { socket, isTaken: false })
    return () => this.#expected.delete(socket.liveId)
  }

  /** Whom it was asked of, and whether it is open already; undefined for one that nobody was asked for. */
  find(liveId: string): { readonly dialer: Dialer; readonly isTaken: boolean } | undefined {
    const entry = this.#expected.get(liveId)
    return entry && { dialer: entry.socket.dialer, isTaken: entry.isTaken }
  }

  /** Hands the socket to whoever waits for it. @returns false if another was first, or nobody waits any more */
  take(liveId: string, socket: WebSocket): boolean {
    const entry = this.#expected.get(liveId)
    if (!entry || entry.isTaken) return false
    entry.isTaken = true
    entry.socket.take(socket)
    return true
  }
}
